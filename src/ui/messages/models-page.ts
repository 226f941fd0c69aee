import { catalogue, plural } from './catalogue.ts';

/** The Models page: its table, its filters and the page of one model. */
export const modelsPageText = catalogue('models-page', {
  onThisDevice: 'On this device',
  onThisServer: 'On this server',
  aboutServer:
    'Fetched by the server of this page. Installing one asks no other host, and works without the internet.',
  model: 'Model',
  task: 'Task',
  size: 'Size',
  speed: 'Speed',
  measuredSpeed: 'Measured speed',
  measuredHere: 'The last answer on this device.',
  fit: 'Fits',
  languages: 'Languages',
  voices: 'Voices',
  language: 'Language',
  licence: 'Licence',
  sortBy: 'Sort by',
  sortSuggested: 'Suggested first',
  sortName: 'Name',
  sortSize: 'Smallest first',
  sortSpeed: 'Fastest first',
  any: 'Any',
  upTo: (size: string) => `Up to ${size}`,
  fitsOnly: 'Fits this device',
  found: (count: number) => plural(count, { one: '# model', other: '# models' }),
  showMore: (count: number) => plural(count, { one: 'Show # more', other: 'Show # more' }),
  showWebGpu: (count: number) =>
    plural(count, { one: 'Show # that needs WebGPU', other: 'Show # that need WebGPU' }),
  slow: 'Slow',
  noneFound: 'No model matches. Search for less, or remove a filter.',
  fitsYes: 'Yes',
  fitsTight: 'Tight',
  fitsNo: 'No',
  fitsUnknown: 'Unknown',
  needsWebGpu: 'Needs WebGPU',
  measured: (rate: string) => `${rate} tokens/s`,
  tokensPerSecond: (count: number) => plural(count, { one: '≈ # token/s', other: '≈ # tokens/s' }),
  estimated:
    'Estimated from the size of the model and a short measurement of this device. Shared machines and long prompts are slower.',
  multilingual: (count: number) => plural(count, { one: '# language', other: '# languages' }),
  builtIn: 'Built in',
  builtInLater: (size: string) => `Fetched on first use (${size})`,
  fetchNow: 'Fetch now',
  fetchingBuiltIn: (loaded: string, total: string) =>
    `Getting it for offline use · ${loaded} of ${total}`,
  suggested: 'Suggested',
  suggestedHere: 'Suggested for this device',
  downloads: 'Downloads',
  aboutQueue: 'One after another. They continue after a reload or a restart of the browser.',
  progress: 'Progress',
  files: 'Files',
  file: 'File',
  hash: 'SHA-256',
  verified: 'Verified',
  aboutFiles:
    'Every file is hashed while it is downloaded. A file whose hash differs from the hub’s is discarded.',
  hashFromHub: 'Same as on the hub',
  hashComputed: 'Not checked: no hash was known',
  filesNotShown: 'The files could not be shown.',
  answers: 'Known answers',
  aboutAnswers:
    'The model is loaded again and given fixed inputs. Outputs of a GPU, whose driver can compute wrong values that look right, are compared with the processor’s; the processor’s with values of the app, or its first ones.',
  checkAnswers: 'Check now',
  checkingAnswers: 'The model is being loaded and checked…',
  notChecked: 'Not checked yet: that happens when it is first loaded.',
  answersFirst: (count: string, when: string) =>
    `${when}, on the processor: ${count} outputs recorded. Later checks compare with them.`,
  answersAgreeFirst: (count: string, when: string) =>
    `${when}, on the processor: ${count} outputs are as they were when the model was first loaded here.`,
  answersAgreeShipped: (count: string, when: string, cosine: string) =>
    `${when}, on the processor: ${count} outputs agree with the values that ship with the app (lowest cosine ${cosine}).`,
  answersAgree: (count: string, when: string, cosine: string) =>
    `${when}, on WebGPU: ${count} outputs agree with the processor (lowest cosine ${cosine}).`,
  answersDiffer: (when: string) =>
    `${when}: WebGPU computes other values than the processor on this device. The model runs on the processor.`,
  answersChanged: (when: string) =>
    `${when}, on the processor: the outputs are not as they were when the model was first loaded here. Check its files below.`,
  answersRefused: (when: string) =>
    `${when}, on the processor: the outputs are not the values that ship with the app. The model is not used: its answers would be wrong. Check its files below; where they are whole, update the browser, or use another one.`,
  answersAlone: (when: string) =>
    `${when}, on WebGPU: the outputs are finite numbers. There was nothing to compare them with: the model is too large to be loaded twice.`,
  answersSpeeds: (gpu: string, processor: string) =>
    `On a short task WebGPU reached ${gpu} a second and the processor ${processor}.`,
  checkFiles: 'Check files',
  checkingFiles: 'Reading all files…',
  filesPassed: (count: number) =>
    plural(count, {
      one: '# file is as it was downloaded.',
      other: '# files are as they were downloaded.',
    }),
  back: 'All models',
  details: 'Details',
  identifier: 'Model name in the API',
  memory: 'Memory',
  context: 'Context',
  contextTokens: (tokens: string) => `${tokens} tokens`,
  dimensions: 'Dimensions',
  abilities: 'Abilities',
  abilityTools: 'Tools',
  abilityJson: 'JSON',
  abilityImages: 'Images',
  abilityAudio: 'Audio',
  source: 'Source',
  sourceLink: 'Model card and files',
  shipped: 'Part of this app, under its own address.',
  openChat: 'Open in Chat',
  openTranscribe: 'Open in Transcribe',
  openEmbeddings: 'Open in Embeddings',
  unknownModel: 'This model is not in the list.',
  needsOf: (needs: string, memory: string) => `needs ${needs} of ${memory}`,
  part: (model: string, size: string) => `${model} · ${size}`,
  actions: 'Actions',
  disk: (used: string, quota: string) => `${used} of ${quota} used by models`,
  diskUsed: (used: string) => `${used} of models`,
});

/** The language model that the browser brings along, on the Models page. */
export const browserModelText = catalogue('browser-model', {
  title: 'The model of this browser',
  about: (browser: string) =>
    `${browser} brings a language model along. Its maker chooses it, stores it for all sites and may change it with any update; Chrome and Edge run it on this device.`,
  limits:
    'It answers with text and JSON. It calls no tools and takes neither a seed nor log-probabilities.',
  download: 'Let the browser download it',
  aboutDownload: 'Several gigabytes, stored by the browser, for all sites.',
  downloading: 'The browser is downloading its model',
  available: 'Ready. It is in the model list of every chat.',
  openChat: 'Open in Chat',
  notDownloaded: 'The browser did not provide its model.',
});

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
