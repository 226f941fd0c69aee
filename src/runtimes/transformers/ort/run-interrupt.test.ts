import { afterEach, expect, test, vi } from 'vitest';
import { openLoopSession } from './heap-session.ts';
import { MessageParts } from './message-parts.ts';
import type { OrtModule } from './ort-module.ts';
import { RunInterrupt, RunInterrupted } from './run-interrupt.ts';
import { pauseFor, runToEnd } from './run-to-end.ts';

interface SessionModule extends OrtModule {
  _OrtInit(threads: number, logLevel: number): number;
  _OrtCreateSessionOptions(...options: readonly number[]): number;
  _OrtCreateSession(at: number, bytes: number, options: number): Promise<number>;
}

/** onnxruntime's own wasm module, with no JavaScript of ours around it. */
async function createModule(): Promise<SessionModule> {
  const url = import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs');
  const { default: create } = (await import(/* @vite-ignore */ url)) as {
    default: (options: object) => Promise<SessionModule>;
  };
  const module = await create({ numThreads: 1 });
  module._OrtInit(1, 3);
  return module;
}

function message(write: (parts: MessageParts) => void): MessageParts {
  const parts = new MessageParts();
  write(parts);
  return parts;
}

/** A model that doubles a vector. */
function doubling(): Uint8Array {
  const value = (name: string) =>
    message((info) => {
      info.addText(1, name);
      const dim = message((d) => d.addNumber(1, 3));
      const shape = message((s) => s.addMessage(1, dim));
      const tensor = message((t) => {
        t.addNumber(1, 1);
        t.addMessage(2, shape);
      });
      info.addMessage(
        2,
        message((type) => type.addMessage(1, tensor)),
      );
    });
  const node = message((n) => {
    for (const input of ['x', 'x']) n.addText(1, input);
    n.addText(2, 'y');
    n.addText(4, 'Add');
  });
  const graph = message((g) => {
    g.addMessage(1, node);
    g.addText(2, 'doubling');
    g.addMessage(11, value('x'));
    g.addMessage(12, value('y'));
  });
  return message((model) => {
    model.addNumber(1, 8);
    model.addMessage(7, graph);
    model.addMessage(
      8,
      message((opset) => opset.addNumber(2, 13)),
    );
  }).toBytes();
}

let created: Promise<SessionModule> | null = null;

async function openDoubling() {
  created ??= createModule();
  const module = await created;
  const bytes = doubling();
  const at = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, at);
  const options = module._OrtCreateSessionOptions(99, 1, 1, 0, 0, 0, 0, 3, 0, 0);
  const sessionId = await module._OrtCreateSession(at, bytes.length, options);
  const graph = { inputNames: ['x'], outputNames: ['y'], handler: { sessionId } };
  const session = openLoopSession({ ...graph, run: () => Promise.reject() }, module);
  const run = async (isInterruptible: boolean) => {
    const x = { type: 'float32', dims: [3], data: Float32Array.of(1, 2, 3) };
    const { y } = await session.run({ x }, ['y'], {}, isInterruptible);
    return [...(y?.data ?? [])];
  };
  return { module, session, run };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a byte in shared memory ends runs of onnxruntime that may be interrupted, and no others', async () => {
  vi.stubGlobal('crossOriginIsolated', true);
  const { session, run } = await openDoubling();
  const { interrupt } = session;
  expect(interrupt?.flag.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(await run(true)).toEqual([2, 4, 6]);
  // As the small thread writes it.
  Atomics.store(interrupt?.flag as Uint8Array, 0, 1);
  await expect(run(true)).rejects.toBeInstanceOf(RunInterrupted);
  expect(await run(false)).toEqual([2, 4, 6]);
  interrupt?.clear();
  expect(await run(true)).toEqual([2, 4, 6]);
});

test('an interrupted run ends with its task, and begins again for a task that is still wanted', async () => {
  vi.stubGlobal('crossOriginIsolated', true);
  const { session } = await openDoubling();
  const feeds = { x: { type: 'float32', dims: [3], data: Float32Array.of(1, 2, 3) } };
  const { interrupt } = session;
  const end = () => Atomics.store(interrupt?.flag as Uint8Array, 0, 1);
  const abort = new AbortController();
  end();
  const { y } = await runToEnd(session, feeds, pauseFor(abort.signal));
  expect([...(y?.data ?? [])]).toEqual([2, 4, 6]);
  expect(interrupt?.isSet).toBe(false);
  end();
  abort.abort();
  await expect(runToEnd(session, feeds, pauseFor(abort.signal))).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(interrupt?.isSet).toBe(false);
});

test('where threads share no memory, runs go to their end', async () => {
  vi.stubGlobal('crossOriginIsolated', false);
  const { module, session, run } = await openDoubling();
  expect(RunInterrupt.open(module)).toBeNull();
  expect(session.interrupt).toBeNull();
  expect(await run(true)).toEqual([2, 4, 6]);
});
