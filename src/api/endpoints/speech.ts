import type { Call } from '#api/call/call.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import { readJson } from '#api/http/read-body.ts';
import { type Admission, admit, discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { openSpeechEncoder, SPEECH_TYPES } from '#audio/encode-audio.ts';
import { toBase64 } from '#base/bytes.ts';
import { isOtherLanguage } from '#base/other-language.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { invalidValue } from '#contract/errors.ts';
import { findVoice } from '#contract/speech-request.ts';
import type { SpokenWordTime, VoiceTask } from '#engine/tasks.ts';

/** Hz of the voice. */
const RATE = 24_000;
const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
/** Share of letters of other scripts from which on a text is not English. */
const MAX_FOREIGN = 0.3;
/** Words inside of a name, as in “Rio de la Plata”: they are in English texts, too. */
const IN_NAMES =
  /(?<=\p{Lu}\p{L}* )(?:(?:de|da|di|do|du|del|della|la|le|las|los|van|von|der|den|el|al) )+(?=\p{Lu})/gu;

/** POST /v1/audio/speech: the first sentence is sent while the next one is made. */
export async function answerSpeech(call: Call): Promise<Response> {
  const request = await readJson(call, 'speech');
  const { input, speed } = request;
  const format = request.response_format ?? 'mp3';
  const card = requireModel(call, request.model, ['voice'], 'speech');
  const voice = findVoice(card.voices ?? [], request.voice);
  requireEnglish(input, request.language === 'en');
  const encoder = await openSpeechEncoder(format, RATE);
  if (!encoder) {
    throw invalidValue(
      'response_format',
      `this browser does not write ${format}. Use mp3, wav or pcm.`,
    );
  }
  const task: VoiceTask = { kind: 'voice', text: input, voice, speed: speed ?? 1, seed: null };
  const admission = await startTurn(call, card, task).catch(async (error: unknown) => {
    await encoder.close();
    throw error;
  });
  const { turn } = admission;
  const isEvents = request.stream_format === 'sse';
  return answerStream(
    call,
    admission,
    async (stream, idle) => {
      let seconds = 0;
      const send = (bytes: Uint8Array, words: readonly SpokenWordTime[] = []) => {
        if (!isEvents) stream.bytes(bytes);
        else if (bytes.length > 0 || words.length > 0) {
          const placed = request.return_words
            ? { words: words.map((w) => toWord(w, seconds)) }
            : {};
          const event = { type: 'speech.audio.delta', audio: toBase64(bytes), ...placed };
          stream.send(JSON.stringify(event));
        }
      };
      try {
        for await (const event of turn.run(task)) {
          idle.progress();
          if (event.type !== 'audio') continue;
          send(await encoder.encode(event.samples), event.words);
          seconds += event.samples.length / event.sampleRate;
        }
        send(await encoder.finish());
      } finally {
        await encoder.close();
      }
      if (!isEvents) return;
      const { prompt } = turn.counts;
      const usage = { input_tokens: prompt, output_tokens: 0, total_tokens: prompt };
      stream.send(JSON.stringify({ type: 'speech.audio.done', usage }));
    },
    {
      ending: '',
      headers: {
        'x-alcove-voice': voice,
        ...(isEvents ? {} : { 'content-type': SPEECH_TYPES[format] }),
      },
      // An event of an error would be sound: a broken answer ends as a broken connection does.
      ...(isEvents ? {} : { isBytes: true, writeError: (stream, error) => stream.fail(error) }),
    },
  );
}

/** A turn that has begun, with a voice that can be used: after the headers an answer of sound cannot name an error. */
async function startTurn(call: Call, card: ModelCard, task: VoiceTask): Promise<Admission> {
  const slot = await openSlot(call, card);
  const admission = await admit(call, slot, call.controller.signal, task.text.length);
  try {
    await admission.turn.started;
    await slot.countTokens(task);
    return admission;
  } catch (error) {
    discardIfBroken(call, slot, error);
    admission.turn.leave();
    throw error;
  }
}

function toWord({ startChar, endChar, start, end }: SpokenWordTime, from: number) {
  return { start_char: startChar, end_char: endChar, start: from + start, end: from + end };
}

/** `isPart`: of a text that is English. @throws ApiError for a text that the voice cannot say. */
function requireEnglish(text: string, isPart: boolean): void {
  const letters = text.match(LETTER)?.length ?? 0;
  const latin = text.match(LATIN)?.length ?? 0;
  const isReadable = letters - latin <= letters * MAX_FOREIGN;
  if (isReadable && (isPart || !isOtherLanguage(text.replace(IN_NAMES, '')))) return;
  const remedy =
    "The app reads other languages with a voice of the device or browser, once a person chooses one. If this is part of an English text, send 'language': 'en'.";
  throw invalidValue('input', `this voice speaks English alone. ${remedy}`);
}
