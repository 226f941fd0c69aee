import type { ModelCard } from './model-card.ts';

/**
 * Nothing says how many tokens a model takes before it is loaded; Chrome's takes 9,216, older versions 6,144. A longer
 * prompt is refused with the number that the browser names.
 */
const CONTEXT_TOKENS = 6_144;

/** The language model that the browser of a page brings along, whichever it is. */
export const BROWSER_MODEL: ModelCard = {
  id: 'browser-language-model',
  title: 'Model of this browser',
  summary: 'Chosen, stored and updated by the maker of the browser.',
  task: 'chat',
  runtime: 'browser',
  owner: 'browser',
  licence: 'Terms of the browser',
  contextTokens: CONTEXT_TOKENS,
  completionTokens: 4_096,
  downloadBytes: 0,
  memoryBytes: 0,
  created: 1_795_219_200,
  can: { json: true },
  languages: [],
  device: 'wasm',
  parallel: 4,
};
