// What clients read next to the answer: whether a model may think, where the time went, lists of models in each shape.
import { expect, test } from 'vitest';
import type { Task } from '#engine/tasks.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

/** What a model takes to load. */
const LOAD_MS = 20;

/** The service, and the tasks that reached its models. */
async function open() {
  const tasks: Task[] = [];
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    const { run, load } = runtime;
    runtime.load = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, LOAD_MS));
      return load(...args);
    };
    runtime.run = (task, signal) => {
      tasks.push(task);
      return run(task, signal);
    };
    return runtime;
  };
  return { api: await createTestApi({ createRuntime }), tasks };
}

function post({ fetch, key }: Api, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const model = 'scripted-chat';
  return fetch(path, { method: 'POST', headers, body: JSON.stringify({ model, ...body }) });
}

const SCRIPT = '#script {"tokens":["a"]}';
const messages = [{ role: 'user', content: SCRIPT }];
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const MESSAGES = '/v1/messages';

test.each([
  [CHAT, { messages, reasoning_effort: 'none' }, false],
  [CHAT, { messages, reasoning_effort: 'minimal' }, false],
  [CHAT, { messages, reasoning_effort: 'high' }, true],
  [CHAT, { messages, enable_thinking: false }, false],
  [CHAT, { messages, chat_template_kwargs: { enable_thinking: false } }, false],
  [CHAT, { messages, chat_template_kwargs: { enable_thinking: true } }, true],
  [RESPONSES, { input: SCRIPT, reasoning: { effort: 'none' } }, false],
  [RESPONSES, { input: SCRIPT, reasoning: { effort: 'medium' } }, true],
  [
    MESSAGES,
    { messages, max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 1024 } },
    true,
  ],
  [MESSAGES, { messages, max_tokens: 9, thinking: { type: 'disabled' } }, false],
  [MESSAGES, { messages, max_tokens: 9 }, false],
])('%s with %j says whether the model may think', async (path, body, mayThink) => {
  const { api, tasks } = await open();
  expect((await post(api, path, body)).status).toBe(200);
  expect(tasks).toMatchObject([{ kind: 'chat', mayThink }]);
});

test('a level of thinking that is none is refused by name', async () => {
  const { api } = await open();
  const refused = await post(api, CHAT, { messages, reasoning_effort: 'bogus' });
  expect(refused.status).toBe(400);
  expect((await refused.json()).error.param).toBe('reasoning_effort');
});

test('a whole answer says how long each part took, its first load too', async () => {
  const { api } = await open();
  const first = await post(api, CHAT, { messages });
  const phases = [...(first.headers.get('server-timing') ?? '').matchAll(/(\w+);dur=([\d.]+)/g)];
  expect(phases.map(([, name]) => name)).toEqual(['load', 'queue', 'read', 'write']);
  const { usage } = await first.json();
  expect(usage.load_time).toBeGreaterThanOrEqual(LOAD_MS / 1000 - 0.002);
  expect(Number(phases[0]?.[2]) / 1000).toBeCloseTo(usage.load_time, 2);
  const next = await (await post(api, CHAT, { messages })).json();
  expect(next.usage.load_time).toBe(0);
});

const anthropic = { 'anthropic-version': '2023-06-01' };

test('clients of Anthropic read the models page by page, in both directions', async () => {
  const { api } = await open();
  const page = async (query: string) =>
    (await api.fetch(`/v1/models?${query}`, { headers: anthropic })).json();
  const all = await page('limit=1000');
  expect(all.has_more).toBe(false);
  expect(all.data[0]).toEqual({
    type: 'model',
    id: expect.any(String),
    display_name: expect.any(String),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const ids: string[] = all.data.map(({ id }: { id: string }) => id);
  const read: string[] = [];
  for (let after = '', more = true; more; after = `&after_id=${read.at(-1)}`) {
    const { data, has_more, first_id, last_id } = await page(`limit=2${after}`);
    read.push(...data.map(({ id }: { id: string }) => id));
    expect([first_id, last_id]).toEqual([data.at(0).id, data.at(-1).id]);
    more = has_more;
  }
  expect(read).toEqual(ids);
  const before = await page(`limit=2&before_id=${ids[3]}`);
  expect(before.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 3));
  expect(before.has_more).toBe(true);
  const one = await api.fetch(`/v1/models/${ids[0]}`, { headers: anthropic });
  expect(await one.json()).toEqual(all.data[0]);
});

test.each(['0', '1001', 'ten'])('a page of %s models is refused', async (limit) => {
  const { api } = await open();
  const refused = await api.fetch(`/v1/models?limit=${limit}`, { headers: anthropic });
  expect(refused.status).toBe(400);
});

test.each(['scripted-chat:latest', 'openai/scripted-chat'])(
  'the name %s finds its model',
  async (model) => {
    const { api } = await open();
    const answer = await post(api, CHAT, { messages, model });
    expect((await answer.json()).model).toBe('scripted-chat');
    expect((await api.fetch(`/v1/models/${encodeURIComponent(model)}`)).status).toBe(200);
  },
);

test('texts of an answer that is not streamed may wait a second for each other, of a stream none waits', async () => {
  const { api, tasks } = await open();
  for (const stream of [false, true]) await (await post(api, CHAT, { messages, stream })).text();
  expect(tasks.map((task) => ('joinMs' in task ? task.joinMs : null))).toEqual([1_000, null]);
});

const sampling =
  'max_tokens temperature top_p top_k min_p stop seed presence_penalty frequency_penalty logit_bias';
const withTools = `${sampling} tools tool_choice parallel_tool_calls response_format structured_outputs logprobs top_logprobs`;

test.each([
  ['scripted-chat', 'text', 'text', withTools, 'completion tools structured_outputs'],
  [
    'scripted-vision',
    'text image',
    'text',
    withTools,
    'completion tools vision structured_outputs',
  ],
  ['scripted-Audio-7B-Instruct', 'text audio', 'text', sampling, 'completion audio'],
  ['scripted-embed', 'text', 'embeddings', '', 'embedding'],
  ['scripted-rerank', 'text', 'scores', '', 'rerank'],
  ['scripted-speech', 'audio', 'text', '', 'transcription'],
  ['scripted-voice', 'text', 'audio', '', 'speech'],
  ['scripted-speakers', 'audio', 'text', '', 'diarization'],
  ['scripted-ocr', 'image', 'text', '', 'ocr'],
])(
  'the list of models has what %s takes, gives and can do',
  async (id, inputs, outputs, fields, can) => {
    const { api } = await open();
    const words = (text: string) => text.split(' ').filter(Boolean);
    const expected = {
      id,
      architecture: { input_modalities: words(inputs), output_modalities: words(outputs) },
      supported_parameters: words(fields),
      capabilities: words(can),
    };
    const { data } = await (await api.fetch('/v1/models')).json();
    expect(data.find((model: { id: string }) => model.id === id)).toMatchObject(expected);
    expect(await (await api.fetch(`/v1/models/${id}`)).json()).toMatchObject(expected);
  },
);

test('a model of every task is in the list above', async () => {
  const { api } = await open();
  const { data } = await (await api.fetch('/v1/models')).json();
  const scripted = data.filter(({ id }: { id: string }) => id.startsWith('scripted-'));
  expect(scripted).toHaveLength(9);
});
