import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { toContinuation, toWebllmRequest } from './to-request.ts';
import { toEngineError } from './webllm-errors.ts';

const card = (id: string) => WEBLLM_MODELS.find((m) => m.id === id) as ModelCard;
const SMOL = card('SmolLM2-135M-Instruct-q0f32-MLC');
const QWEN = card('Qwen3-0.6B-q4f32_1-MLC');

const task = (changes: Partial<ChatTask> = {}): ChatTask => ({
  kind: 'chat',
  turns: [{ role: 'user', text: 'Hi' }],
  maxTokens: 50,
  contextTokens: 4096,
  sampling: {
    temperature: 0.5,
    topP: 0.9,
    topK: null,
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
  },
  stop: ['END'],
  tools: [],
  toolChoice: 'none',
  format: { kind: 'text' },
  topLogprobs: null,
  ...changes,
});
const weather = {
  name: 'weather',
  description: 'Of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

test('sampling, limits and seed are passed on', async () => {
  const request = await toWebllmRequest(task({ topLogprobs: 20 }), SMOL);
  expect(request).toMatchObject({
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 50,
    temperature: 0.5,
    top_p: 0.9,
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    seed: 7,
    stop: ['END'],
    logprobs: true,
    top_logprobs: 5,
  });
  expect(request).not.toHaveProperty('response_format');
  expect(request).not.toHaveProperty('tools');
});

test('system prompts are joined and come first, tools are described after them', async () => {
  const turns = [
    { role: 'system' as const, text: 'Be brief.' },
    { role: 'user' as const, text: 'Hi' },
    { role: 'system' as const, text: 'And kind.' },
  ];
  const { messages } = await toWebllmRequest(
    task({ turns, tools: [weather], toolChoice: 'auto' }),
    SMOL,
  );
  expect(messages.map((m) => m.role)).toEqual(['system', 'user']);
  expect(messages[0]?.content).toMatch(/^Be brief\.\n\nAnd kind\.\n\n.*<tools>.*"weather"/s);
});

test('calls and their results are written as the model wrote them', async () => {
  const turns = [
    { role: 'user' as const, text: 'Weather in Bern?' },
    {
      role: 'assistant' as const,
      text: '',
      toolCalls: [{ id: 'call_1', name: 'weather', argumentsText: '{"city": "Bern"}' }],
    },
    { role: 'tool' as const, text: 'Sun', toolCallId: 'call_1' },
  ];
  const { messages } = await toWebllmRequest(task({ turns }), SMOL);
  expect(messages[1]?.content).toBe(
    '<tool_call>\n{"name": "weather", "arguments": {"city": "Bern"}}\n</tool_call>',
  );
  expect(messages[2]).toEqual({ role: 'user', content: '<tool_response>\nSun\n</tool_response>' });
});

test('pictures go as data, sound as samples', async () => {
  const image = new Blob([Uint8Array.from([1, 2, 3])], { type: 'image/png' });
  const audio = new Float32Array(160);
  const turns = [{ role: 'user' as const, text: 'What?', images: [image], audio: [audio] }];
  const { messages } = await toWebllmRequest(task({ turns }), SMOL);
  expect(messages[0]?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    { type: 'input_audio', input_audio: { data: audio, format: 'pcm_f32', sample_rate: 16_000 } },
    { type: 'text', text: 'What?' },
  ]);
});

test('JSON and forced calls are grammars, free calls a triggered one; none of them thinks first', async () => {
  const json = await toWebllmRequest(task({ format: { kind: 'json' } }), QWEN);
  expect(json.response_format).toMatchObject({ type: 'grammar' });
  expect(json.extra_body).toEqual({ enable_thinking: false });
  const forced = await toWebllmRequest(task({ tools: [weather], toolChoice: 'required' }), SMOL);
  expect(forced.response_format).toMatchObject({ type: 'grammar' });
  expect(forced).not.toHaveProperty('extra_body');
  const free = await toWebllmRequest(task({ tools: [weather], toolChoice: 'auto' }), SMOL);
  expect(free.response_format).toMatchObject({ type: 'structural_tag' });
});

const TEMPLATE = {
  system_template: '[system]{system_message}|',
  system_message: 'Default.',
  roles: { user: '[user]', assistant: '[assistant]' },
  role_templates: { user: '<{user_message}>{function_string}', assistant: '{assistant_message}' },
  seps: ['|', '||'],
  role_content_sep: ' ',
  role_empty_sep: ' ',
};

test('a begun answer is text to continue, written as the template says', async () => {
  const turns = [
    { role: 'system' as const, text: 'Be short.' },
    { role: 'user' as const, text: 'A tale?' },
    { role: 'assistant' as const, text: 'No.' },
    { role: 'user' as const, text: 'Please' },
    { role: 'assistant' as const, text: 'Once' },
  ];
  const { prompt, ...rest } = await toContinuation(task({ turns }), TEMPLATE, '<bos>');
  expect(prompt).toBe(
    '<bos>[system]Be short.|[user] <A tale?>|[assistant] No.||[user] <Please>|[assistant] Once',
  );
  expect(rest).toMatchObject({ max_tokens: 50, seed: 7, stop: ['END'], stream: true });
  const bare = { ...TEMPLATE, system_message: '', render_empty_system_message: false };
  const asked = [
    { role: 'user' as const, text: 'Hi' },
    { role: 'assistant' as const, text: 'Ho' },
  ];
  expect((await toContinuation(task({ turns: asked }), bare, '')).prompt).toBe(
    '[user] <Hi>|[assistant] Ho',
  );
});

test('an answer that cannot be continued is refused with a reason', async () => {
  const begun = { role: 'assistant' as const, text: 'Once' };
  const held = task({ turns: [begun], format: { kind: 'json' } });
  const picture = { role: 'user' as const, text: '', images: [new Blob(['x'])] };
  for (const asked of [held, task({ turns: [picture, begun] })]) {
    await expect(toContinuation(asked, TEMPLATE, '')).rejects.toMatchObject({
      code: 'not-supported',
    });
  }
});

test.each([
  ['Module has already been disposed', 'slot-crashed'],
  ['DeviceLostError: The WebGPU device was lost', 'slot-crashed'],
  ['ContextWindowSizeExceededError: Prompt tokens exceed', 'context-exceeded'],
  ['ShaderF16SupportError: x', 'not-compatible'],
  ['LinkError: WebAssembly.instantiate()', 'not-compatible'],
  ['Aborted(). Build with -sASSERTIONS', 'slot-crashed'],
  ['RuntimeError: unreachable', 'slot-crashed'],
  ['Something new', 'slot-crashed'],
])('"%s" means %s', (message, code) => {
  const error = toEngineError(message, 'run');
  expect(error).toBeInstanceOf(EngineError);
  expect(error.code).toBe(code);
  // A sentence of ours: the library's words stay in the cause.
  expect(error.message).toMatch(/^[A-Z][^()]*\.$/);
  expect(error.message).not.toContain(message);
  expect(error.cause).toBe(message);
});

test.each([
  ['RuntimeError: unreachable', 'slot-crashed'],
  ['Something new', 'not-compatible'],
])('"%s" while loading means %s', (message, code) => {
  expect(toEngineError(message, 'load').code).toBe(code);
});
