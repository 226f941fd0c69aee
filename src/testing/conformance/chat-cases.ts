import {
  at,
  type Case,
  CHAT,
  check,
  checkUsage,
  expectJson,
  type Json,
  okChat,
  PNG,
  post,
  readStream,
  same,
  script,
  weather,
} from './try-case.ts';

/** What a chat answers. */
export const CHAT_CASES: readonly Case[] = [
  {
    id: 'C18',
    name: 'answers',
    run: async (t) => {
      const body = await expectJson(await post(t, CHAT, okChat(t)));
      same(body['object'], 'chat.completion', 'object');
      check(String(body['id']).startsWith('chatcmpl-'), 'id');
      check(
        Number.isInteger(body['created']) && typeof body['system_fingerprint'] === 'string',
        'head',
      );
      same((body['choices'] as unknown[]).length, 1, 'choices');
      same(
        [
          at(body, 'choices', 0, 'message', 'role'),
          at(body, 'choices', 0, 'logprobs'),
          at(body, 'choices', 0, 'message', 'refusal'),
        ],
        ['assistant', null, null],
        'choice',
      );
      checkUsage(body['usage']);
    },
  },
  {
    id: 'C19',
    name: 'streams',
    run: async (t) => {
      const events = await readStream(
        await post(t, CHAT, okChat(t, { stream: true, stream_options: { include_usage: true } })),
      );
      same(at(events[0], 'choices', 0, 'delta'), { role: 'assistant', content: '' }, 'first delta');
      same(events.at(-1)?.['choices'], [], 'choices of the usage chunk');
      checkUsage(events.at(-1)?.['usage']);
      same(at(events.at(-2), 'choices', 0, 'delta'), {}, 'closing delta');
      const ends = events.filter((e) => (at(e, 'choices', 0, 'finish_reason') ?? null) !== null);
      same(ends.length, 1, 'finish reasons');
      same(
        new Set(events.map((e) => JSON.stringify([e['id'], e['created'], e['model'], e['object']])))
          .size,
        1,
        'heads',
      );
      check(
        events.slice(0, -1).every((e) => e['usage'] === null),
        'usage is null before the last',
      );
    },
  },
  {
    id: 'C20',
    name: 'streams what it answers whole',
    run: async (t) => {
      const body = okChat(t, { seed: 7, temperature: 0 });
      const whole = await expectJson(await post(t, CHAT, body));
      const events = await readStream(await post(t, CHAT, { ...body, stream: true }));
      check(
        events.every((e) => !('usage' in e)),
        'usage without being asked',
      );
      const text = events.map((e) => at(e, 'choices', 0, 'delta', 'content') ?? '').join('');
      same(text, at(whole, 'choices', 0, 'message', 'content'), 'text');
    },
  },
  {
    id: 'C30',
    name: 'stops before a stop sequence',
    run: async (t) => {
      const messages = [{ role: 'user', content: script({ tokens: ['a ', 'b ', 'c'] }) }];
      const body = await expectJson(
        await post(t, CHAT, okChat(t, { model: t.models.script, messages, stop: 'b' })),
      );
      same(
        [at(body, 'choices', 0, 'message', 'content'), at(body, 'choices', 0, 'finish_reason')],
        ['a ', 'stop'],
        'answer',
      );
    },
  },
  {
    id: 'C35',
    name: 'calls a tool',
    run: async (t) => {
      const messages = [
        {
          role: 'user',
          content: script({ tool_calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }] }),
        },
      ];
      const body = await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, { model: t.models.script, messages, tools: [weather], max_tokens: 64 }),
        ),
      );
      const message = at(body, 'choices', 0, 'message') as Json;
      same(
        [message['content'], at(body, 'choices', 0, 'finish_reason')],
        [null, 'tool_calls'],
        'answer',
      );
      const call = at(message, 'tool_calls', 0) as Json;
      same([call['type'], 'index' in call], ['function', false], 'call');
      check(/^call_[A-Za-z0-9_-]{16,}$/.test(String(call['id'])), 'id');
      same(JSON.parse(String(at(call, 'function', 'arguments'))), { city: 'Bern' }, 'arguments');
    },
  },
  {
    id: 'C36',
    name: 'takes a tool result',
    run: async (t) => {
      const messages = [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
      ];
      await expectJson(await post(t, CHAT, okChat(t, { messages })));
    },
  },
  {
    id: 'C38',
    name: 'answers in JSON',
    run: async (t) => {
      const body = await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, {
            model: t.models.script,
            response_format: { type: 'json_object' },
            max_tokens: 100,
          }),
        ),
      );
      if (at(body, 'choices', 0, 'finish_reason') === 'stop')
        JSON.parse(String(at(body, 'choices', 0, 'message', 'content')));
    },
  },
  {
    id: 'C42',
    name: 'takes an image',
    run: async (t) => {
      const content = [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      ];
      await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, { model: t.models.vision, messages: [{ role: 'user', content }] }),
        ),
      );
    },
  },
];
