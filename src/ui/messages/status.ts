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
  preparing: (model: string) => `Preparing ${model}…`,
  isLoading: 'Loading',
  isPreparing: 'Preparing…',
  isLoadingShare: (share: string) => `Loading, ${share}`,
  loadFailed: 'Failed to load',
  isAnswering: 'Answering',
  isAnsweringWithQueue: (waiting: number) =>
    plural(waiting, { one: 'Answering, # waiting', other: 'Answering, # waiting' }),
  fetching: (model: string, loaded: string, total: string) =>
    `Getting ${model} for offline use · ${loaded} of ${total}`,
  models: 'Models',
  getMore: 'Get more models',
  toDownload: (size: string) => `Download, ${size}`,
  loaded: 'Loaded',
  device: 'This device',
  'own-device': 'Own device',
  'own-network': 'Own network',
  contracted: 'Contracted service',
  'third-party': 'Third party',
  notLoaded: 'On this device',
  waiting: (count: number) => plural(count, { one: '# waiting', other: '# waiting' }),
  running: (count: number) => plural(count, { one: '# running', other: '# running' }),
  transcribing: 'transcribing',
  embedding: 'embedding',
  scripted: 'scripted',
  processor: 'Processor',
  sent: (count: number) => plural(count, { one: '# sent', other: '# sent' }),
  sentTitle: 'Requests that left this page since you opened it',
});
