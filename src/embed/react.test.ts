import * as React from 'react';
import { act, createElement, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import type { AlcoveService, SiteAlcove } from './alcove.d.ts';
import { useChat, useEmbeddings, useModel, useTranscription } from './react.ts';

beforeAll(() => {
  // What React asks a page for where a component shows no elements.
  const window = { HTMLIFrameElement: class {} };
  Object.assign(globalThis, { window, IS_REACT_ACT_ENVIRONMENT: true });
});

const open: (() => void)[] = [];
afterEach(async () => {
  await act(async () => {
    for (const close of open.splice(0)) close();
  });
});

/** React's own renderer, in a container that no element is put in. */
function createContainer() {
  const listen = { addEventListener() {}, removeEventListener() {} };
  const ownerDocument = { nodeType: 9, ...listen, defaultView: window };
  const container = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument, ...listen };
  const root = createRoot(Object.assign(container, { textContent: '' }) as unknown as Element);
  open.push(() => root.unmount());
  return (element: ReactNode) => act(async () => root.render(element));
}

interface Props<P, R> {
  useHook: (props: P) => R;
  seen: R[];
  given: P;
}

function Shown<P, R>({ useHook, seen, given }: Props<P, R>) {
  seen.push(useHook(given));
  return null;
}

/** Shows a component with a hook. `seen`: what the hook returned at each render. */
function show<P extends object, R>(useHook: (props: P) => R) {
  const seen: R[] = [];
  const element = (given: P) => createElement(Shown<P, R>, { useHook, seen, given });
  const render = createContainer();
  return {
    seen,
    last: () => seen.at(-1) as R,
    render: (props: P) => render(element(props)),
    strict: (props: P) => render(createElement(React.StrictMode, null, element(props))),
    /** Hidden and shown again, its state stays and its effects do not. */
    activity(mode: 'visible' | 'hidden', props: P) {
      const activity = { mode, children: element(props) };
      return render(createElement(React.Activity, activity));
    },
  };
}

/** The whole service in this process, as a page has it. */
async function createService() {
  const { handle, key } = await createTestApi();
  const service: AlcoveService = {
    baseURL: 'http://localhost/v1',
    fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set('authorization', `Bearer ${key}`);
      return handle(request);
    },
  };
  return service;
}

/** A service whose models load when the test lets them. */
function createSite() {
  const loads: { model: string; finish: () => void; signal: AbortSignal | undefined }[] = [];
  const alcove = {
    baseURL: 'http://localhost/v1',
    fetch,
    load: (model: string, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        loads.push({ model, finish: resolve, signal });
      }),
  } as unknown as SiteAlcove;
  return { alcove, loads };
}

test('an effect that depends on a function of a hook runs once', async () => {
  const service = await createService();
  const { alcove } = createSite();
  const hook = () => {
    const { load, stop } = useModel(alcove, 'a');
    const { embed } = useEmbeddings(service, { model: 'scripted-embed' });
    const { transcribe } = useTranscription(service, { model: 'scripted-speech' });
    const { send, retry } = useChat(service, { model: 'scripted-chat' });
    return [load, stop, embed, transcribe, send, retry];
  };
  const { render, seen } = show(hook);
  await render({});
  await render({});
  expect(seen.length).toBeGreaterThan(1);
  for (const functions of seen) expect(functions).toEqual(seen[0]);
  let runs = 0;
  const looping = show(() => {
    const model = useModel(alcove, 'a');
    const { load } = model;
    useEffect(() => {
      runs++;
      void load();
    }, [load]);
    return model;
  });
  await looping.render({});
  await looping.render({});
  expect([runs, looping.last().status]).toEqual([1, 'loading']);
});

test('the options of the last render count', async () => {
  const service = await createService();
  const { render, last, seen } = show(({ model }: { model: string }) =>
    useChat(service, { model }),
  );
  await render({ model: 'nope' });
  await render({ model: 'scripted-chat' });
  await act(() => (seen[0] as ReturnType<typeof last>).send('Hello'));
  expect(last().messages.at(-1)).toEqual({ role: 'assistant', content: 'Hello' });
});

test('another model has a state of its own, and the load before it is ended', async () => {
  const { alcove, loads } = createSite();
  const { render, last } = show(({ model }: { model: string }) => useModel(alcove, model));
  await render({ model: 'a' });
  await act(async () => void last().load());
  await act(async () => loads[0]?.finish());
  expect(last().status).toBe('ready');
  await render({ model: 'b' });
  expect(last().status).toBe('idle');
  await act(async () => void last().load());
  expect(last().status).toBe('loading');
  await render({ model: 'a' });
  expect(last().status).toBe('idle');
  expect(loads.map(({ model, signal }) => [model, signal?.aborted])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('a component that is hidden and shown again is at rest', async () => {
  const { alcove } = createSite();
  const hanging: AlcoveService = {
    baseURL: 'http://localhost/v1',
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  };
  const hook = () => ({
    model: useModel(alcove, 'a'),
    task: useEmbeddings(hanging, { model: 'scripted-embed' }),
    chat: useChat(hanging, { model: 'scripted-chat' }),
  });
  const { activity, last } = show(hook);
  const state = () => [last().model.status, last().task.isRunning, last().chat.status];
  await activity('visible', {});
  await act(async () => {
    void last().model.load();
    void last().task.embed(['one']);
    void last().chat.send('Hello');
  });
  expect(state()).toEqual(['loading', true, 'streaming']);
  await activity('hidden', {});
  await activity('visible', {});
  expect(state()).toEqual(['idle', false, 'ready']);
  expect(last().chat.messages).toEqual([{ role: 'user', content: 'Hello' }]);
});

test('strict mode leaves a task that an effect began running', async () => {
  const { alcove, loads } = createSite();
  const { strict, last } = show(() => {
    const model = useModel(alcove, 'a');
    const { load } = model;
    useEffect(() => void load(), [load]);
    return model;
  });
  await strict({});
  expect(last().status).toBe('loading');
  await act(async () => loads.at(-1)?.finish());
  expect(last().status).toBe('ready');
});

test('without a service a message stays and fails, and a retry answers it', async () => {
  const service = await createService();
  const { render, last } = show(({ to }: { to: AlcoveService | null }) =>
    useChat(to, { model: 'scripted-chat' }),
  );
  await render({ to: null });
  await act(() => last().send('Hello'));
  expect(last()).toMatchObject({
    status: 'failed',
    messages: [{ role: 'user', content: 'Hello' }],
    error: { message: 'The service has not started.' },
  });
  await act(() => last().retry());
  expect(last().status).toBe('failed');
  await render({ to: service });
  await act(() => last().retry());
  expect(last().status).toBe('ready');
  expect(last().messages.at(-1)).toEqual({ role: 'assistant', content: 'Hello' });
});

test('an option that is undefined is not sent', async () => {
  const service = await createService();
  const { render, last } = show(() =>
    useTranscription(service, { model: 'scripted-speech', language: undefined }),
  );
  await render({});
  const sound = toWav(new Float32Array(16_000).fill(0.1), 16_000);
  await act(() => last().transcribe(sound));
  expect([last().error, last().text]).toEqual([null, '1.0 seconds of audio']);
});
