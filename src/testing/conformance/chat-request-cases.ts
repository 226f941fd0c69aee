import {
  type Case,
  CHAT,
  expectError,
  expectJson,
  okChat,
  post,
  refused,
  same,
} from './try-case.ts';

/** What a chat request must be. */
export const CHAT_REQUEST_CASES: readonly Case[] = [
  refused('C09', 'wants JSON', () => '{', 'invalid_json'),
  refused('C10', 'wants a model', () => ({}), 'missing_required_parameter', 'model'),
  refused(
    'C11',
    'wants messages',
    (t) => ({ model: t.models.chat }),
    'missing_required_parameter',
    'messages',
  ),
  refused('C12', 'wants a message', (t) => okChat(t, { messages: [] }), 'empty_array', 'messages'),
  refused(
    'C13',
    'wants a list of messages',
    (t) => okChat(t, { messages: 'hi' }),
    'invalid_type',
    'messages',
  ),
  refused(
    'C14',
    'knows no robots',
    (t) => okChat(t, { messages: [{ role: 'robot', content: 'x' }] }),
    'invalid_value',
    'messages[0].role',
  ),
  refused(
    'C15',
    'wants content',
    (t) => okChat(t, { messages: [{ role: 'user', content: null }] }),
    'invalid_type',
    'messages[0].content',
  ),
  {
    id: 'C16',
    name: 'wants a known model',
    run: async (t) => {
      await expectError(await post(t, CHAT, okChat(t, { model: 'nope' })), 404, {
        code: 'model_not_found',
      });
    },
  },
  refused(
    'C17',
    'does not chat with an embedding model',
    (t) => okChat(t, { model: t.models.embed }),
    'model_not_compatible',
    'model',
  ),
  refused(
    'C21',
    'bounds temperature above',
    (t) => okChat(t, { temperature: 1.5 }),
    'decimal_above_max_value',
    'temperature',
  ),
  refused(
    'C22',
    'bounds temperature below',
    (t) => okChat(t, { temperature: -0.1 }),
    'decimal_below_min_value',
    'temperature',
  ),
  refused(
    'C23',
    'wants a number',
    (t) => okChat(t, { temperature: 'hot' }),
    'invalid_type',
    'temperature',
  ),
  refused(
    'C24',
    'bounds top_p',
    (t) => okChat(t, { top_p: 1.01 }),
    'decimal_above_max_value',
    'top_p',
  ),
  refused(
    'C25',
    'bounds top_k',
    (t) => okChat(t, { top_k: 101 }),
    'integer_above_max_value',
    'top_k',
  ),
  refused(
    'C26',
    'bounds max_tokens',
    (t) => okChat(t, { max_tokens: 0 }),
    'integer_below_min_value',
    'max_tokens',
  ),
  refused(
    'C27',
    'wants an integer',
    (t) => okChat(t, { max_tokens: 1.5 }),
    'invalid_type',
    'max_tokens',
  ),
  {
    id: 'C28',
    name: 'caps max_tokens at the context',
    run: async (t) => {
      const model = await expectJson(await t.fetch(`/v1/models/${t.models.chat}`));
      const max_tokens = Number(model['context_length']) + 1;
      const stop = ['i'];
      const answer = await expectJson(await post(t, CHAT, okChat(t, { max_tokens, stop })));
      same(answer['object'], 'chat.completion', 'object');
    },
  },
  {
    id: 'C29',
    name: 'bounds the prompt by the context',
    run: async (t) => {
      const content = 'word '.repeat(9000);
      const response = await post(t, CHAT, okChat(t, { messages: [{ role: 'user', content }] }));
      await expectError(response, 400, {
        code: 'context_length_exceeded',
        param: 'messages',
        message: /maximum context length/,
      });
    },
  },
  refused(
    'C31',
    'wants stream for stream_options',
    (t) => okChat(t, { stream_options: { include_usage: true } }),
    'invalid_value',
    'stream_options',
  ),
  refused(
    'C32',
    'wants tools for tool_choice',
    (t) => okChat(t, { tool_choice: 'required' }),
    'invalid_value',
    'tool_choice',
  ),
  refused(
    'C33',
    'wants good tool names',
    (t) => okChat(t, { tools: [{ type: 'function', function: { name: 'bad name!' } }] }),
    'invalid_value',
    'tools[0].function.name',
  ),
  refused(
    'C34',
    'knows only functions',
    (t) => okChat(t, { tools: [{ type: 'web_search', function: { name: 'x' } }] }),
    'invalid_value',
    'tools[0].type',
  ),
  refused(
    'C37',
    'wants a tool_call_id',
    (t) =>
      okChat(t, {
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } },
            ],
          },
          { role: 'tool', content: 'Sunny' },
        ],
      }),
    'missing_required_parameter',
    'messages[2].tool_call_id',
  ),
  refused(
    'C39',
    'wants a schema',
    (t) => okChat(t, { response_format: { type: 'json_schema' } }),
    'missing_required_parameter',
    'response_format.json_schema',
  ),
  refused(
    'C40',
    'knows no xml',
    (t) => okChat(t, { response_format: { type: 'xml' } }),
    'invalid_value',
    'response_format.type',
  ),
  refused(
    'C41',
    'refuses legacy functions',
    (t) => okChat(t, { functions: [{ name: 'f' }] }),
    'unsupported_parameter',
    'functions',
  ),
  refused(
    'C43',
    'knows no videos',
    (t) =>
      okChat(t, { messages: [{ role: 'user', content: [{ type: 'video_url', video_url: 'x' }] }] }),
    'invalid_value',
    'messages[0].content[0].type',
  ),
];
