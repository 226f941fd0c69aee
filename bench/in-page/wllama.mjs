// llama.cpp in the browser, for bench/chat.mjs and bench/real/peers.mjs: on a separate origin, without this app's policy.
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
  const { rest, count } = await answer(name, prompt, maxTokens, { ignore_eos: true });
  return rest / (count - 1);
}

/** One answer, greedy: milliseconds to the first token, and from it to the last; tokens. */
export async function answer(name, prompt, maxTokens, options = {}) {
  const started = performance.now();
  const chunks = await models.get(name).createCompletion({
    prompt,
    max_tokens: maxTokens,
    temperature: 0,
    cache_prompt: false,
    stream: true,
    ...options,
  });
  let first = 0;
  let last = 0;
  let count = 0;
  let text = '';
  for await (const { choices } of chunks) {
    last = performance.now();
    first ||= last;
    count++;
    text += choices[0]?.text ?? '';
  }
  return { first: first - started, rest: last - first, count, text };
}
