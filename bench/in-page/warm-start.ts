// The page side of bench/warm-start.mjs: milliseconds from the navigation to the first token.
import { env, pipeline, TextStreamer } from '@huggingface/transformers';

const MESSAGES = [{ role: 'user', content: 'What is Alcove?' }];
const TOKENS = 16;

/** Through `/v1`, as soon as the page has it. */
export async function ours(key: string): Promise<number> {
  const scope = globalThis as unknown as { alcove?: { ready: Promise<void> } };
  while (!scope.alcove) await new Promise((resolve) => setTimeout(resolve, 1));
  await scope.alcove.ready;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = { model: 'alcove-guide', messages: MESSAGES, max_tokens: TOKENS, stream: true };
  const init = { method: 'POST', headers, body: JSON.stringify({ ...body, temperature: 0 }) };
  const response = await fetch('/v1/chat/completions', init);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let first = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) return first;
    if (first === 0 && /"content":"[^"]/.test(value)) first = performance.now();
  }
}

/** The library's pipeline as its documentation calls it, files from this origin. */
export async function peer(): Promise<number> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = '/models/';
  // The page's policy forbids the wasm module as a blob.
  env.useWasmCache = false;
  const build = new URL('/ort/ort-wasm-simd-threaded.asyncify', location.origin).href;
  const { wasm } = env.backends.onnx;
  if (wasm) wasm.wasmPaths = { mjs: `${build}.mjs`, wasm: `${build}.wasm` };
  const generate = await pipeline('text-generation', 'alcove-guide');
  let first = 0;
  const streamer = new TextStreamer(generate.tokenizer, {
    skip_prompt: true,
    callback_function: () => {
      first ||= performance.now();
    },
  });
  const options = { max_new_tokens: TOKENS, do_sample: false, streamer };
  await generate(MESSAGES, options as Parameters<typeof generate>[1]);
  return first;
}
