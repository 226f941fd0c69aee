// llama.cpp in the browser, for bench/chat.mjs: on a separate origin, without this app's policy.
import { Wllama } from '@wllama/wllama';

const models = new Map();

/** Loads a GGUF file from this origin. */
export async function open(name, url, threads) {
  const wllama = new Wllama({ default: '/e2e/wllama.wasm' }, { suppressNativeLog: true });
  const file = await (await fetch(url)).blob();
  await wllama.loadModel([file], { n_threads: threads, n_ctx: 4096, n_gpu_layers: 0 });
  models.set(name, wllama);
}

/** Milliseconds a token, from the first to the last of an answer of `maxTokens`. */
export async function run(name, prompt, maxTokens) {
  const chunks = await models.get(name).createCompletion({
    prompt,
    max_tokens: maxTokens,
    temperature: 0,
    ignore_eos: true,
    cache_prompt: false,
    stream: true,
  });
  let first = 0;
  let last = 0;
  let count = 0;
  for await (const _ of chunks) {
    last = performance.now();
    first ||= last;
    count++;
  }
  return (last - first) / (count - 1);
}
