import { catalogue } from './catalogue.ts';

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
