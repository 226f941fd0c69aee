import { plural } from '#ui/messages/catalogue.ts';
import type { statusText } from '#ui/messages/status.ts';

export const status: typeof statusText = {
  starting: 'Wird gestartet',
  noModel: 'Bereit',
  noHost: 'Modelle nicht verfügbar',
  seeDetails: 'für Details auswählen',
  noServiceWorker: 'Kein Service-Worker',
  onlyPage: 'diese Seite funktioniert, /v1 nicht',
  loading: (model) => `${model} wird geladen`,
  loadingShare: (model, share) => `${model} wird geladen, ${share}`,
  failed: (model) => `${model} konnte nicht geladen werden`,
  answering: (model) => `${model} antwortet`,
  answeringWithQueue: (model, waiting) =>
    plural(waiting, {
      one: `${model} antwortet, # wartend`,
      other: `${model} antwortet, # wartend`,
    }),
  isLoading: 'Wird geladen',
  isLoadingShare: (share) => `Wird geladen, ${share}`,
  loadFailed: 'Konnte nicht geladen werden',
  isAnswering: 'Antwortet',
  isAnsweringWithQueue: (waiting) =>
    plural(waiting, { one: 'Antwortet, # wartend', other: 'Antwortet, # wartend' }),
  models: 'Modelle',
  getMore: 'Weitere Modelle holen',
  loaded: 'Geladen',
  device: 'Dieses Gerät',
  'own-device': 'Eigenes Gerät',
  'own-network': 'Eigenes Netz',
  contracted: 'Vertraglicher Dienst',
  'third-party': 'Dritte',
  notLoaded: 'Auf diesem Gerät',
  waiting: (count) => plural(count, { one: '# wartend', other: '# wartend' }),
  scripted: 'geskriptet',
  threads: (count) => plural(count, { one: 'wasm, # Thread', other: 'wasm, # Threads' }),
};
