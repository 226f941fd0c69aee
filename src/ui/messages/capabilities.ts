import { catalogue } from './catalogue.ts';

/** What a browser cannot do, and what works without it. */
export const capabilitiesText = catalogue('capabilities', {
  title: 'This browser',
  complete: 'Supports everything that Alcove uses.',
  wasm: 'No WebAssembly: models on this device cannot run. Allow it for this site in the settings of the browser.',
  opfs: 'No private file system: models cannot be downloaded. Everything else works, the embedded models included.',
  firefoxPrivate:
    'Models cannot be downloaded in private windows of Firefox. Open Alcove in a normal window to download them.',
  createWritable: 'Pages cannot write private files: a worker writes them instead.',
  audioDecoder: 'No reliable WebCodecs decoder: WebAssembly decodes audio, which is slower.',
  threads: 'No shared memory: models on the processor use one thread.',
  webgpu: 'No WebGPU: models run on the processor. WebLLM models cannot run.',
  blobsInIndexedDb:
    'IndexedDB stores no files: recordings are stored as bytes and need more memory.',
});
