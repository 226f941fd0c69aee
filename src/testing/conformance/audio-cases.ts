import {
  at,
  type Case,
  check,
  expectError,
  expectJson,
  form,
  post,
  SPEECH,
  same,
  send,
  toBase64,
  tone,
} from './try-case.ts';

/** Recordings. */
export const AUDIO_CASES: readonly Case[] = [
  {
    id: 'C49',
    name: 'transcribes',
    run: async (t) => {
      const body = await expectJson(
        await send(t, SPEECH, form({ model: t.models.speech, file: new File([tone()], 'a.wav') })),
      );
      same([Object.keys(body), typeof body['text']], [['text'], 'string'], 'body');
    },
  },
  {
    id: 'C50',
    name: 'knows no xml transcripts',
    run: async (t) => {
      const body = form({
        model: t.models.speech,
        file: new File([tone()], 'a.wav'),
        response_format: 'xml',
      });
      await expectError(await send(t, SPEECH, body), 400, {
        code: 'invalid_value',
        param: 'response_format',
      });
    },
  },
  {
    id: 'C51',
    name: 'wants a file',
    run: async (t) => {
      await expectError(await send(t, SPEECH, form({ model: t.models.speech })), 400, {
        code: 'missing_required_parameter',
        param: 'file',
      });
    },
  },
  {
    id: 'C52',
    name: 'wants audio in it',
    run: async (t) => {
      const file = new File([Uint8Array.from([7, 1, 200, 33, 9, 81, 250, 4, 66, 17])], 'a.wav');
      await expectError(await send(t, SPEECH, form({ model: t.models.speech, file })), 400, {
        code: 'invalid_file_format',
        param: 'file',
      });
    },
  },
  {
    id: 'C53',
    name: 'wants audio to reason about',
    run: async (t) => {
      const body = { model: t.models.audio, messages: [{ role: 'user', content: 'What is it?' }] };
      await expectError(await post(t, '/v1/audio/reasoning', body), 400, {
        code: 'missing_required_parameter',
        param: 'messages',
      });
    },
  },
  {
    id: 'C54',
    name: 'reasons about audio',
    run: async (t) => {
      const content = `data:audio/wav;base64,${await toBase64(tone())}`;
      const parts = [
        { type: 'audio_content', audio_content: { content } },
        { type: 'text', text: 'What is it?' },
      ];
      const body = await expectJson(
        await post(t, '/v1/audio/reasoning', {
          model: t.models.audio,
          messages: [{ role: 'user', content: parts }],
        }),
      );
      same(
        at(body, 'choices', 0, 'message', 'content'),
        at(body, 'choices', 0, 'delta', 'content'),
        'message and delta',
      );
      check(/^[0-9a-f-]{36}$/.test(String(body['id'])), 'id');
    },
  },
];
