import { catalogue, plural } from './catalogue.ts';

/** The model pill of every page's header, and the status at the foot of the sidebar. */
export const statusText = catalogue('status', {
  starting: 'Starting',
  noModel: 'Ready',
  noHost: 'Models unavailable',
  seeDetails: 'select for details',
  noServiceWorker: 'No service worker',
  onlyPage: 'this page works, /v1 does not',
  loading: (model: string) => `Loading ${model}`,
  loadingShare: (model: string, share: string) => `Loading ${model} ${share}`,
  failed: (model: string) => `${model} failed to load`,
  answering: (model: string) => `${model} answering`,
  answeringWithQueue: (model: string, waiting: number) =>
    plural(waiting, {
      one: `${model} answering, # waiting`,
      other: `${model} answering, # waiting`,
    }),
  isLoading: 'Loading',
  isLoadingShare: (share: string) => `Loading, ${share}`,
  loadFailed: 'Failed to load',
  isAnswering: 'Answering',
  isAnsweringWithQueue: (waiting: number) =>
    plural(waiting, { one: 'Answering, # waiting', other: 'Answering, # waiting' }),
  models: 'Models',
  getMore: 'Get more models',
  loaded: 'Loaded',
  device: 'This device',
  'own-device': 'Own device',
  'own-network': 'Own network',
  contracted: 'Contracted service',
  'third-party': 'Third party',
  notLoaded: 'On this device',
  waiting: (count: number) => plural(count, { one: '# waiting', other: '# waiting' }),
  scripted: 'scripted',
  threads: (count: number) => plural(count, { one: 'wasm, # thread', other: 'wasm, # threads' }),
});
