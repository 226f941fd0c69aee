import { AutoModel, AutoTokenizer, env, Tensor } from '@huggingface/transformers';

/**
 * One failed load and one failed run in a realm, each followed by a right one: the library's own
 * chains would cache the first rejection for ever (vite.config.ts mends them).
 */
export async function surviveFailures(): Promise<string[]> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = '/models/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  const base = new URL('/ort/', location.origin).href;
  const build = 'ort-wasm-simd-threaded';
  const { wasm } = env.backends.onnx;
  if (wasm) {
    wasm.wasmPaths = {
      mjs: `${base}${build}.js`,
      wasm: `${base}${__ORT_VERSION__}/${build}.wasm`,
    };
  }
  const seen: string[] = [];
  const note = (name: string, work: Promise<unknown>) =>
    work.then(
      () => seen.push(`${name}: right`),
      () => seen.push(`${name}: failed`),
    );
  const load = () => AutoModel.from_pretrained('alcove-embed', { device: 'wasm', dtype: 'q8' });
  const realFetch = env.fetch;
  env.fetch = (url, init) =>
    String(url).endsWith('.onnx')
      ? Promise.resolve(new Response(new Uint8Array(2000).fill(7)))
      : realFetch(url, init);
  await note('load of a broken file', load());
  env.fetch = realFetch;
  await note('load of a good file', load());
  const tokenizer = await AutoTokenizer.from_pretrained('alcove-embed');
  const model = await load();
  const wrong = new Tensor('float32', new Float32Array(4), [1, 4]);
  await note('run on the wrong type', model({ input_ids: wrong, attention_mask: wrong }));
  await note('run on a text', model(tokenizer('hello')));
  return seen;
}
