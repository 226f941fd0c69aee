import { dictionary } from './dictionary.ts';

const lookUp = dictionary('model-summaries');

/** What a model is for, in the language of the app. `summary` is the catalogue's sentence in English. */
export const summaryText = (summary: string): string => lookUp(summary, summary);
