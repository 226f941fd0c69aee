// The peer's page of bench/warm-start.mjs: a script of its own, so that ours does not carry the library.
import { env, pipeline, TextStreamer } from '@huggingface/transformers';
import { MESSAGES, TOKENS } from './warm-start-question.ts';

/** The library's pipeline as its documentation calls it, files from this origin. */
export async function peer(): Promise<number> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = '/models/';
  // The page's policy forbids the wasm module as a blob.
  env.useWasmCache = false;
  const base = new URL('/ort/', location.origin).href;
  const build = 'ort-wasm-simd-threaded.asyncify';
  const { wasm } = env.backends.onnx;
  if (wasm) {
    wasm.wasmPaths = {
      mjs: `${base}${build}.js`,
      wasm: `${base}${__ORT_VERSION__}/${build}.wasm`,
    };
  }
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
