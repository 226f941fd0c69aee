import { afterEach, expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { RECIPES } from '#catalog/recipes.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import { LANGUAGES, type Language, translate } from './catalogue.ts';
import { summaryText } from './dictionary.ts';
import { TRANSLATIONS } from './load-language.ts';

const SUMMARIES = [
  ...[...EMBEDDED_MODELS, ...ONNX_MODELS, ...WEBLLM_MODELS].map((m) => m.summary),
  ...RECIPES.map(({ card }) => card.summary),
  'Converted from a file on this device.',
  'Chosen, stored and updated by the maker of the browser.',
];
const translated = Object.keys(LANGUAGES).filter((id) => id !== 'en') as Language[];

afterEach(() => translate('en', {}));

test.each(translated)('every summary of a model is in %s, and none is left over', async (id) => {
  const texts = (await TRANSLATIONS[id]())['model-summaries'] ?? {};
  expect(Object.keys(texts).sort()).toEqual([...new Set(SUMMARIES)].sort());
});

test('a summary follows the language, in both directions', async () => {
  translate('de', await TRANSLATIONS.de());
  expect(summaryText('Writes code.')).toBe('Schreibt Code.');
  expect(summaryText('Of a hub: unknown here.')).toBe('Of a hub: unknown here.');
  translate('en', {});
  expect(summaryText('Writes code.')).toBe('Writes code.');
});

test('an error of /v1 is said in the language of the app by its code', async () => {
  const error = new AnswerError('Too many requests in flight.', 'queue_full', 'req_1');
  expect(describeError(error)).toBe('Too many requests in flight.');
  translate('de', await TRANSLATIONS.de());
  expect(describeError(error)).toBe('Zu viele Anfragen auf einmal. Gleich erneut versuchen.');
  expect(describeError(new AnswerError('Else.', 'of_a_provider'))).toBe('Else.');
});
