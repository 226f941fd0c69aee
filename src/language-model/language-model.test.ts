import { afterEach, describe, expect, test } from 'vitest';
import { browserModelForHost } from '#client/browser-model-for-host.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { installLanguageModel } from '#testing/language-model-double.ts';
import type { BrowserAnswer } from '#transport/browser-model.ts';
import type { BackingOptions, LoadingService } from './backing.ts';
import { installApis, loadApis, NAMES } from './install.ts';

interface Session extends EventTarget {
  readonly contextWindow: number;
  readonly contextUsage: number;
  readonly inputQuota: number;
  readonly inputUsage: number;
  prompt(input: unknown, options?: object): Promise<string>;
  promptStreaming(input: unknown, options?: object): ReadableStream<string>;
  append(input: unknown, options?: object): Promise<void>;
  measureContextUsage(input: unknown, options?: object): Promise<number>;
  measureInputUsage(input: unknown, options?: object): Promise<number>;
  clone(options?: object): Promise<Session>;
  destroy(): void;
}

interface Api {
  availability(options?: object): Promise<string>;
  create(options?: object): Promise<Session>;
}

const script = (spec: object) => `#script ${JSON.stringify(spec)}`;
const user = (content: unknown) => [{ role: 'user', content }];

afterEach(() => {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
});

/** The whole service in this process, and its requests. */
async function open(options: BackingOptions = { model: 'scripted-chat' }, more = {}) {
  const { handle, key } = await createTestApi();
  const asked: { path: string; body: string }[] = [];
  const service: LoadingService = {
    baseURL: 'http://localhost/v1',
    async fetch(input, init) {
      const request = new Request(input, init);
      asked.push({ path: new URL(request.url).pathname, body: String(init?.body ?? '') });
      request.headers.set('authorization', `Bearer ${key}`);
      return handle(request);
    },
    ...more,
  };
  const apis = await loadApis(service, options);
  return { ...apis, LanguageModel: apis.LanguageModel as unknown as Api, service, asked };
}

const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no exception',
    (error: Error) => error.name,
  );

async function readAll(stream: ReadableStream<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

// The double stands for a browser's own model: both keep the rules of the specification.
describe.each([
  [
    'the double',
    async () => {
      installLanguageModel({ availability: 'available', contextWindow: 512, delayMs: 0 });
      return (globalThis as unknown as { LanguageModel: Api }).LanguageModel;
    },
  ],
  ['a model of the service', async () => (await open()).LanguageModel],
])('the rules of the specification: %s', (_, install) => {
  test('a model that is there is available, and a session has a window and no usage', async () => {
    const api = await install();
    expect(await api.availability({ expectedInputs: [{ type: 'text' }] })).toBe('available');
    const session = await api.create();
    expect([session.contextWindow, session.contextUsage]).toEqual([512, 0]);
  });

  test('the usage grows by the initial prompts, a prompt, and its answer', async () => {
    const api = await install();
    const initialPrompts = [{ role: 'system', content: 'Be brief and kind.' }, ...user('Hello')];
    const session = await api.create({ initialPrompts });
    const before = session.contextUsage;
    expect(before).toBeGreaterThan(0);
    const measured = await session.measureContextUsage(user('Three more words'));
    expect(measured).toBeGreaterThan(0);
    const pieces = await readAll(session.promptStreaming(user('Three more words')));
    expect(pieces.join('').length).toBeGreaterThan(0);
    expect(session.contextUsage).toBeGreaterThan(before);
  });

  test('roles and prefixes are where they may be', async () => {
    const api = await install();
    const system = { role: 'system', content: 'Be brief.' };
    expect(await nameOf(api.create({ initialPrompts: [...user('Hi'), system] }))).toBe('TypeError');
    const prefix = { role: 'assistant', content: 'It is', prefix: true };
    expect(await nameOf(api.create({ initialPrompts: [prefix] }))).toBe('SyntaxError');
    const session = await api.create();
    const measure = (input: unknown) => nameOf(session.measureContextUsage(input));
    expect(await measure([system])).toBe('NotSupportedError');
    expect(await measure([prefix, ...user('Hi')])).toBe('SyntaxError');
    expect(await measure([{ ...prefix, role: 'user' }])).toBe('SyntaxError');
    expect(await measure([...user('Hi'), prefix])).toBe('no exception');
  });

  test('too large an input is a QuotaExceededError with its numbers', async () => {
    const api = await install();
    const long = 'word '.repeat(600);
    const failure = await api
      .create({ initialPrompts: user(long) })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'QuotaExceededError', quota: 512 });
    expect((failure as { requested: number }).requested).toBeGreaterThanOrEqual(600);
    const session = await api.create();
    const asked = readAll(session.promptStreaming(user(long))).catch((error: unknown) => error);
    expect(await asked).toMatchObject({ name: 'QuotaExceededError', quota: 512 });
  });

  test('an aborted signal rejects, and a destroyed session answers no more', async () => {
    const api = await install();
    const signal = AbortSignal.abort();
    expect(await nameOf(api.create({ signal }))).toBe('AbortError');
    const session = await api.create();
    expect(await nameOf(readAll(session.promptStreaming(user('Hi'), { signal })))).toBe(
      'AbortError',
    );
    session.destroy();
    expect(await nameOf(session.measureContextUsage(user('Hi')))).toBe('InvalidStateError');
    expect(() => session.promptStreaming(user('Hi'))).toThrow('estroyed');
  });
});

test('a session remembers the conversation, and its clone goes another way', async () => {
  const { LanguageModel, asked } = await open();
  const session = await LanguageModel.create({
    initialPrompts: [{ role: 'system', content: 'Be brief.' }],
    samplingMode: 'most-predictable',
  });
  expect(await session.prompt('One')).toBe('One');
  await session.append([...user('Two'), { role: 'assistant', content: 'Noted.' }]);
  const clone = await session.clone();
  expect(clone.contextUsage).toBe(session.contextUsage);
  await session.prompt('Three');
  await clone.prompt([
    {
      role: 'user',
      content: [
        { type: 'text', value: 'Fo' },
        { type: 'text', value: 'ur' },
      ],
    },
  ]);
  const chats = asked
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(({ body }) => JSON.parse(body));
  const before = ['Be brief.', 'One', 'One', 'Two', 'Noted.'];
  expect(chats[1].messages.map(({ content }: { content: string }) => content)).toEqual([
    ...before,
    'Three',
  ]);
  expect(chats[2].messages.map(({ content }: { content: string }) => content)).toEqual([
    ...before,
    'Four',
  ]);
  expect(chats[0]).toMatchObject({ temperature: 0, model: 'scripted-chat' });
  expect([session.inputQuota, session.inputUsage]).toEqual([512, session.contextUsage]);
});

test('the tokens that are measured are the ones that are used', async () => {
  const { LanguageModel } = await open();
  const session = await LanguageModel.create();
  const measured = await session.measureInputUsage('Some words of a prompt');
  await session.append('Some words of a prompt');
  expect(session.contextUsage).toBe(measured);
});

test('two prompts are answered one after the other, and a failed one leaves no trace', async () => {
  const { LanguageModel, asked } = await open();
  const session = await LanguageModel.create();
  const slow = session.prompt(script({ tokens: ['a', 'b'], delayMs: 30 }));
  const failing = nameOf(session.prompt(script({ tokens: ['x', 'y'], failAfter: 1 })));
  const last = session.prompt('Last');
  expect([await slow, await failing, await last]).toEqual(['ab', 'OperationError', 'Last']);
  const { messages } = JSON.parse(asked.at(-1)?.body ?? '');
  expect(messages).toHaveLength(3);
  expect(messages[1]).toEqual({ role: 'assistant', content: 'ab' });
});

test('an abort in the middle ends the answer on the device, and the next prompt is answered', async () => {
  const { LanguageModel } = await open();
  const session = await LanguageModel.create();
  const stop = new AbortController();
  const reason = new Error('Enough.');
  const long = script({ tokens: ['a', 'b', 'c', 'd'], delayMs: 200 });
  const reader = session.promptStreaming(long, { signal: stop.signal }).getReader();
  expect((await reader.read()).value).toBe('a');
  stop.abort(reason);
  await expect(reader.read()).rejects.toBe(reason);
  const cancelled = session.promptStreaming(long).getReader();
  await cancelled.read();
  await cancelled.cancel();
  expect(await session.prompt('Next')).toBe('Next');
  expect(await session.prompt('')).toBeTypeOf('string');
});

test('a stream and a prompt are answered in the order of their calls', async () => {
  const { LanguageModel, asked } = await open();
  const session = await LanguageModel.create();
  const stream = session.promptStreaming('First');
  const prompt = session.prompt('Second');
  expect([(await readAll(stream)).join(''), await prompt]).toEqual(['First', 'Second']);
  const { messages } = JSON.parse(asked.at(-1)?.body ?? '');
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    'First',
    'First',
    'Second',
  ]);
});

test('a stream that is read no further does not hold up the next prompt, and its text waits', async () => {
  const { LanguageModel } = await open();
  const session = await LanguageModel.create();
  const stream = session.promptStreaming(script({ tokens: ['a', 'b', 'c', 'd'], delayMs: 20 }));
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
  session.promptStreaming('Never read');
  expect(await session.prompt('Next')).toBe('Next');
  expect(await readAll(stream)).toEqual(['b', 'c', 'd']);
});

test('an abort in the queue ends the waiting, and not the order of the others', async () => {
  const { LanguageModel } = await open();
  const session = await LanguageModel.create();
  const stop = new AbortController();
  let isAnswered = false;
  const first = session.prompt(script({ tokens: ['a', 'b'], delayMs: 300 })).then((text) => {
    isAnswered = true;
    return text;
  });
  const second = session.prompt('Second', { signal: stop.signal });
  const added = session.append('Third', { signal: stop.signal });
  const last = session.prompt('Last').then((text) => [isAnswered, text]);
  stop.abort(new Error('Enough.'));
  await expect(second).rejects.toThrow('Enough.');
  await expect(added).rejects.toThrow('Enough.');
  expect(isAnswered).toBe(false);
  expect([await first, await last]).toEqual(['ab', [true, 'Last']]);
});

test('destroying a session ends its answer, as does the signal that it was created with', async () => {
  const { LanguageModel } = await open();
  const long = script({ tokens: ['a', 'b', 'c'], delayMs: 200 });
  const session = await LanguageModel.create();
  const answer = nameOf(session.prompt(long));
  setTimeout(() => session.destroy(), 100);
  expect(await answer).toBe('AbortError');
  const stop = new AbortController();
  const other = await LanguageModel.create({ signal: stop.signal });
  const failed = other.prompt(long).catch((error: unknown) => error);
  setTimeout(() => stop.abort('over'), 100);
  expect(await failed).toBe('over');
  expect(await nameOf(other.prompt('Hi'))).toBe('InvalidStateError');
});

test('a constraint holds the answer: a schema, or a regular expression', async () => {
  const { LanguageModel } = await open();
  const session = await LanguageModel.create();
  const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
  expect(JSON.parse(await session.prompt('A number', { responseConstraint: schema }))).toEqual({
    a: expect.any(Number),
  });
  const bare = await session.prompt('Colour?', { responseConstraint: /red|green/ });
  expect(bare).toMatch(/^(?:red|green)$/);
  for (const responseConstraint of [/red|green/i, /a.b/s, /^a$/m, /[a]/v]) {
    const refused = session.prompt('Colour?', { responseConstraint });
    const [flag] = responseConstraint.flags;
    await expect(refused).rejects.toMatchObject({ name: 'NotSupportedError' });
    await expect(refused).rejects.toThrow(`"${flag}"`);
  }
  expect(await session.prompt('Colour?', { responseConstraint: /red|blue/gu })).toMatch(
    /^(?:red|blue)$/,
  );
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const responseConstraint of [circular, { type: 'object', minProperties: 3 }]) {
    expect(await nameOf(session.prompt('Hi', { responseConstraint }))).toBe('NotSupportedError');
  }
});

test('a text that continues a prefix is one message with it', async () => {
  const { LanguageModel, asked } = await open();
  const session = await LanguageModel.create();
  await session.prompt([...user('Hi'), { role: 'assistant', content: 'Well, ', prefix: true }]);
  await session.prompt('And?');
  const { messages } = JSON.parse(asked.at(-1)?.body ?? '');
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(messages[1].content).toMatch(/^Well, ./);
});

test('options that no session has are refused as the specification says', async () => {
  const { LanguageModel } = await open();
  const { availability, create } = LanguageModel;
  const images = { expectedInputs: [{ type: 'image' }] };
  expect(await availability(images)).toBe('unavailable');
  expect(await nameOf(create(images))).toBe('NotSupportedError');
  const tools = { tools: [{ name: 'f', description: '', inputSchema: {}, execute: () => '' }] };
  expect(await availability(tools)).toBe('unavailable');
  expect(await nameOf(create(tools))).toBe('NotSupportedError');
  for (const [options, name] of [
    [{ expectedInputs: [{ type: 'smell' }] }, 'TypeError'],
    [{ samplingMode: 'wild' }, 'TypeError'],
    [{ expectedInputs: [{ type: 'text', languages: ['not a tag'] }] }, 'RangeError'],
  ] as const) {
    expect(await nameOf(availability(options))).toBe(name);
    expect(await nameOf(create(options))).toBe(name);
  }
  const session = await create();
  const picture = user([{ type: 'image', value: new Blob() }]);
  expect(await nameOf(session.prompt(picture))).toBe('NotSupportedError');
  expect(await nameOf(session.prompt(user([{ type: 'text', value: 1 }])))).toBe('TypeError');
  expect(() => new (LanguageModel as unknown as new () => object)()).toThrow('Illegal constructor');
});

test('pictures and sound are sent to a model that takes them', async () => {
  const { LanguageModel, asked } = await open({ model: 'scripted-vision' });
  const session = await LanguageModel.create({ expectedInputs: [{ type: 'image' }] });
  const png = Uint8Array.from(atob(PIXEL), (c) => c.charCodeAt(0));
  const value = new Blob([png], { type: 'image/png' });
  const input = user([
    { type: 'text', value: 'What is it?' },
    { type: 'image', value },
  ]);
  expect(await session.prompt(input)).toBeTypeOf('string');
  const { messages } = JSON.parse(asked.at(-1)?.body ?? '');
  expect(messages[0].content[1].image_url.url).toBe(`data:image/png;base64,${PIXEL}`);
});
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a model of the hub is downloaded by create, with its progress', async () => {
  const state = { isThere: false };
  const card = (isReady: boolean) => ({
    id: 'owner/name',
    context_length: 512,
    architecture: { input_modalities: ['text'] },
    capabilities: ['completion'],
    sn_metadata: { runtime: 'transformers', state: isReady ? 'ready' : 'available' },
  });
  const service: LoadingService = {
    baseURL: 'http://localhost/v1',
    fetch: async () => Response.json(card(state.isThere)),
    async load(_, options) {
      for (const loaded of [0, 50, 100]) options?.onProgress?.({ loaded, total: 100 });
      state.isThere = true;
    },
  };
  const { LanguageModel } = await loadApis(service, { model: 'owner/name' });
  expect(await LanguageModel.availability()).toBe('downloadable');
  const loaded: number[] = [];
  const monitor = (events: EventTarget) =>
    events.addEventListener('downloadprogress', (event) =>
      loaded.push((event as ProgressEvent).loaded),
    );
  await LanguageModel.create({ monitor });
  expect(loaded).toEqual([0, 0.5, 1]);
  expect(await LanguageModel.availability()).toBe('available');
});

test('a download continues for the sessions that still wait, and ends with the last of them', async () => {
  const state = { isThere: false };
  const loads: { finish: () => void; report: (loaded: number) => void; signal: AbortSignal }[] = [];
  const service: LoadingService = {
    baseURL: 'http://localhost/v1',
    fetch: async () =>
      Response.json({
        id: 'owner/name',
        context_length: 512,
        architecture: { input_modalities: ['text'] },
        capabilities: ['completion'],
        sn_metadata: { runtime: 'transformers', state: state.isThere ? 'ready' : 'available' },
      }),
    load: (_, { onProgress, signal } = {}) =>
      new Promise((resolve, reject) => {
        if (!signal) throw new Error('No signal.');
        signal.addEventListener('abort', () => reject(signal.reason));
        const report = (loaded: number) => onProgress?.({ loaded, total: 4 });
        loads.push({ finish: resolve, report, signal });
      }),
  };
  const { LanguageModel } = await loadApis(service, { model: 'owner/name' });
  const begin = async (count: number) => {
    const stop = new AbortController();
    const loaded: number[] = [];
    const monitor = (events: EventTarget) =>
      events.addEventListener('downloadprogress', (event) =>
        loaded.push((event as ProgressEvent).loaded),
      );
    const ending = nameOf(LanguageModel.create({ signal: stop.signal, monitor }));
    await expect.poll(() => loads.length).toBe(count);
    await expect.poll(() => loaded.length).toBe(1);
    return { stop, loaded, ending };
  };
  const given = await begin(1);
  given.stop.abort();
  expect(await given.ending).toBe('AbortError');
  expect(loads[0]?.signal.aborted).toBe(true);
  expect(await LanguageModel.availability()).toBe('downloadable');

  const first = await begin(2);
  const second = await begin(2);
  loads[1]?.report(1);
  first.stop.abort();
  expect(await first.ending).toBe('AbortError');
  expect(await LanguageModel.availability()).toBe('downloading');
  loads[1]?.report(3);
  state.isThere = true;
  loads[1]?.finish();
  expect(await second.ending).toBe('no exception');
  expect(second.loaded).toEqual([0, 0.25, 0.75, 1]);
  expect(first.loaded).toEqual([0, 0.25]);
});

test('without a fitting model they are unavailable; the guide and the scripted order do not count', async () => {
  const none = await open({ model: 'nope' });
  expect(await none.LanguageModel.availability()).toBe('unavailable');
  expect(await nameOf(none.LanguageModel.create())).toBe('NotSupportedError');
  const first = await open({});
  expect(await first.LanguageModel.availability()).toBe('available');
  expect(await (await first.LanguageModel.create()).prompt('Hello')).toBe('Hello');
});

test('the global objects load on use, stand back for a browser’s own, and are none of them', async () => {
  const { service } = await open();
  let opened = 0;
  const later = async () => {
    opened++;
    return service;
  };
  expect(installApis(later, { model: 'scripted-chat' })).toEqual([...NAMES]);
  expect(opened).toBe(0);
  const { LanguageModel } = globalThis as unknown as { LanguageModel: Api };
  const session = await LanguageModel.create();
  expect(session instanceof (LanguageModel as unknown as new () => object)).toBe(true);
  expect(opened).toBe(1);
  expect(installApis(later)).toEqual([]);
  // The app's list of models asks the browser: this one is the app's own.
  const { port1, port2 } = new MessageChannel();
  browserModelForHost({ call: { type: 'availability' }, port: port1 });
  const answer = await new Promise<BrowserAnswer>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<BrowserAnswer>) => resolve(data);
  });
  port2.close();
  expect(answer).toEqual({ type: 'availability', availability: 'unavailable' });
});

test('texts are summarized, written and rewritten under their options', async () => {
  const { Summarizer, Writer, Rewriter, asked } = await open();
  const summarizer = (await Summarizer.create({
    type: 'headline',
    length: 'short',
    sharedContext: 'A newspaper.',
  })) as Record<string, unknown> & {
    summarize(input: string, options?: object): Promise<string>;
    summarizeStreaming(input: string): ReadableStream<string>;
    measureInputUsage(input: string): Promise<number>;
    inputQuota: number;
    destroy(): void;
  };
  expect([summarizer['type'], summarizer['format'], summarizer['length']]).toEqual([
    'headline',
    'markdown',
    'short',
  ]);
  expect(await summarizer.summarize('A long text.', { context: 'Of today.' })).toBe('A long text.');
  const { messages } = JSON.parse(asked.at(-1)?.body ?? '');
  for (const words of ['headline', 'A newspaper.', 'Of today.']) {
    expect(messages[0].content).toContain(words);
  }
  expect((await readAll(summarizer.summarizeStreaming('A text.'))).join('')).toBe('A text.');
  expect(await summarizer.summarize(' \n')).toBe('');
  const used = await summarizer.measureInputUsage('one two three');
  expect(used).toBeGreaterThan(0);
  expect(summarizer.inputQuota).toBeLessThan(512);
  expect(await nameOf(summarizer.summarize('word '.repeat(600)))).toBe('QuotaExceededError');
  summarizer.destroy();
  expect(await nameOf(summarizer.summarize('A text.'))).toBe('InvalidStateError');

  const writer = (await Writer.create({ tone: 'formal' })) as unknown as {
    write(input: string): Promise<string>;
    tone: string;
  };
  expect([writer.tone, await writer.write('A letter')]).toEqual(['formal', 'A letter']);
  const rewriter = (await Rewriter.create()) as unknown as {
    rewrite(input: string): Promise<string>;
    length: string;
  };
  expect([rewriter.length, await rewriter.rewrite('Some text')]).toEqual(['as-is', 'Some text']);
  expect(await nameOf(Summarizer.create({ type: 'poem' }))).toBe('TypeError');
  expect(await nameOf(Writer.availability({ outputLanguage: 'not a tag' }))).toBe('RangeError');
  expect(await Writer.availability()).toBe('available');
});
