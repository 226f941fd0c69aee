import { catalogue, plural } from './catalogue.ts';

/** The status button at the top of every page. */
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
  scripted: 'scripted',
  threads: (count: number) => plural(count, { one: 'wasm, # thread', other: 'wasm, # threads' }),
});
