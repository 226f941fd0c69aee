import { catalogue, plural } from './catalogue.ts';

/** The models sheet, its catalogue, and the offer of a model on other pages. */
export const modelsText = catalogue('models', {
  title: 'Models',
  noneLoaded: 'No model is loaded. Models load when you first use them.',
  loaded: (count: number, memory: string) =>
    plural(count, {
      one: `# model is loaded and takes about ${memory} of memory. When memory runs short, the least recently used model is unloaded.`,
      other: `# models are loaded and take about ${memory} of memory. When memory runs short, the least recently used model is unloaded.`,
    }),
  catalogueNotShown: 'The catalogue could not be shown.',
  chat: 'Chat',
  embeddings: 'Embeddings',
  speech: 'Speech to text',
  audioChat: 'Chat about audio',
  rerank: 'Reranking',
  load: 'Load',
  unload: 'Unload',
  cancel: 'Cancel',
  fits: (needs: string, memory: string) => `Fits: needs ${needs} of memory, you have ${memory}.`,
  fitsMaybe: (needs: string) =>
    `Needs ${needs} of memory. This browser does not report how much you have.`,
  fitsGpu: (needs: string, memory: string) =>
    `Fits: needs ${needs} of GPU memory, this GPU probably allows ${memory}.`,
  tooBig: (needs: string, memory: string) =>
    `Too big for this device: needs ${needs}, and you have ${memory} of memory. A model may take half of it.`,
  tooBigForGpu: (needs: string, memory: string) =>
    `Too big for this device: needs ${needs} of GPU memory, this GPU probably allows ${memory}.`,
  needsGpu: 'Needs WebGPU, which this browser does not have.',
  needsF16: 'Needs 16-bit floats, which this GPU does not have.',
  loading: 'Loading',
  readingFiles: 'Reading files',
  preparing: 'Preparing',
  warmingUp: 'Warming up',
  phaseOf: (phase: string, loaded: string, total: string) => `${phase} · ${loaded} of ${total}`,
  loadedOn: (device: string, running: string, waiting: string) =>
    `Loaded on ${device} · ${running} running, ${waiting} waiting`,
  readingCatalogue: 'Loading the catalogue…',
  toDownload: 'Models to download',
  aboutDownloads:
    'Files are downloaded from the model hub once, verified, and stay on this device.',
  search: 'Search',
  searchExample: 'qwen, whisper, embeddings',
  otherModel: 'Another model from the hub',
  checkAndDownload: 'Check and download',
  checking: 'Checking…',
  about: (size: string) => `about ${size}`,
  download: 'Download',
  delete: 'Delete',
  pause: 'Pause',
  resume: 'Resume',
  tryAgain: 'Try again',
  actionOf: (action: string, model: string) => `${action} ${model}`,
  isHere: 'On this device and verified. Works offline.',
  downloaded: 'Downloaded',
  progress: (loaded: string, total: string) => `${loaded} of ${total}`,
  paused: (loaded: string, total: string) => `${loaded} of ${total} · paused`,
  thisDevice: 'This device',
  cores: (count: number) => plural(count, { one: '# core', other: '# cores' }),
  coresAndMemory: (cores: string, memory: string) => `${cores}, at least ${memory} of memory`,
  noWebGpu: 'No WebGPU in this browser: models run on the processor.',
  webGpuF16: 'WebGPU with 16-bit floats',
  webGpuF32: 'WebGPU without 16-bit floats',
  multiThreaded: 'Models on the processor use several threads.',
  singleThreaded:
    'Models use one thread, because this page is not isolated. Reload it once to fix that.',
  noThreads: 'Models on the processor use one thread: this browser has no shared memory.',
  storageUsed: (used: string, quota: string) => `${used} of ${quota} storage used`,
  notOffline: 'Not stored for offline use.',
  offline: 'Opens offline: the app and its models are stored.',
  savingOffline: (saved: number, total: string) =>
    plural(saved, {
      one: `Saving for offline use: # of ${total} files.`,
      other: `Saving for offline use: # of ${total} files.`,
    }),
  savingMetered: (saved: number, total: string) =>
    plural(saved, {
      one: `Metered connection: saves files for offline use as you use them, # of ${total} so far.`,
      other: `Metered connection: saves files for offline use as you use them, # of ${total} so far.`,
    }),
  use: (model: string) => `Use ${model}`,
  downloading: (model: string) => `Downloading ${model}`,
  downloadModel: (model: string, size: string) => `Download ${model} (${size})`,
  resumeModel: (model: string, size: string) => `Resume downloading ${model} (${size})`,
});
