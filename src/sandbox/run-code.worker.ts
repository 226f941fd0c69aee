import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten-core';
import type { CodeAnswer, CodeRequest } from './run-code.ts';

/** Bytes the code may use. */
const MEMORY = 32_000_000;
const MAX_MS = 2_000;

/**
 * Runs a function body in a JavaScript engine of its own: no page, no network, no clock to wait on,
 * nothing but the language and `args`.
 */
async function run({ code, argumentsText }: CodeRequest): Promise<CodeAnswer> {
  const engine = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(MEMORY);
  runtime.setMaxStackSize(500_000);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + MAX_MS));
  const context = runtime.newContext();
  const wrapped = `JSON.stringify((function (args) {\n${code}\n})(JSON.parse(${JSON.stringify(argumentsText)})) ?? null)`;
  const result = context.evalCode(wrapped, 'tool.js');
  if (result.error) {
    const error = context.dump(result.error) as { name?: string; message?: string } | string;
    const text =
      typeof error === 'string' ? error : `${error.name ?? 'Error'}: ${error.message ?? ''}`;
    return { ok: false, text };
  }
  return { ok: true, text: context.getString(result.value) };
}

self.addEventListener('message', ({ data }: MessageEvent<CodeRequest>) => {
  run(data)
    .catch((error: unknown): CodeAnswer => ({ ok: false, text: String(error) }))
    .then((answer) => self.postMessage(answer))
    .catch(reportError);
});
