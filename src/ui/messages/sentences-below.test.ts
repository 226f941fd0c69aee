import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ApiError } from '#contract/api-error.ts';
import { arrayTooLong, decimalOutOfRange, integerOutOfRange } from '#contract/errors.ts';
import { describeDifference } from '#slots/compare-outputs.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import { translate } from './catalogue.ts';
import { apiErrors } from './de/api-errors.ts';
import { apiSentences } from './de/api-sentences.ts';
import { sentences } from './de/sentences.ts';
import { apiErrorText, sentenceText } from './dictionary.ts';
import { TRANSLATIONS } from './load-language.ts';

/** Parts whose errors a page shows with their own sentence. */
const THROWS =
  /(?:DownloadError|BackupError|GgufError|PackError|WorkerError|ServiceFailure)\(|NO_STORAGE =/;
/** Parts that fail with an error of a provider, or pass it on. */
const PROVIDERS = /\bUpstreamError\b/;
/** Sentences of these files that are no errors, or are translated by another key. */
const OTHERS = new Set([
  'Added by hand.',
  'Converted from a file on this device.',
  'The model stopped: {} Please try again.',
  'The request was aborted.',
]);
const SRC = new URL('../../', import.meta.url).pathname;

/** The sentences in the literals of a source, with `{}` for each value. */
function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const literals = code.matchAll(
    /`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g,
  );
  return Array.from(literals, ([, a, b, c]) =>
    (a ?? b ?? c ?? '').replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '{}'),
  ).filter((text) => /^(?:[A-Z]|\{\}).* .*(?:\.|https:.*)$/s.test(text) && !OTHERS.has(text));
}

/** The sources below the page that a pattern is in. */
function sourcesWith(pattern: RegExp): string[] {
  return readdirSync(SRC, { recursive: true })
    .map(String)
    .filter((path) => /^(?!ui|testing).*(?<!\.test)\.ts$/.test(path))
    .map((path) => readFileSync(join(SRC, path), 'utf8'))
    .filter((source) => pattern.test(source));
}

const below = (pattern: RegExp) => [...new Set(sourcesWith(pattern).flatMap(sentencesIn))];

/** A value in each place. */
const filled = (template: string) => template.replaceAll('{}', '12 MB');

afterEach(() => translate('en', {}));

test('every sentence that an error below the page brings along is said in German', async () => {
  const all = below(THROWS);
  expect(all.length).toBeGreaterThan(45);
  translate('de', await TRANSLATIONS.de());
  // A general end that is joined to others is found with what it is joined to.
  const parts = new Set(['{}. Choose another model.', '{} Choose another model.']);
  const english = all.filter(
    (text) => !parts.has(text) && sentenceText(filled(text)) === filled(text),
  );
  const begun = Object.keys(sentences);
  expect(english.filter((text) => !begun.some((whole) => whole.startsWith(text)))).toEqual([]);
});

test('every failure of a provider has German words, which name the server and the reason', async () => {
  const all = below(PROVIDERS);
  expect(all.length).toBeGreaterThan(14);
  translate('de', await TRANSLATIONS.de());
  expect(all.filter((text) => apiErrorText(null, filled(text)) === filled(text))).toEqual([]);
  const reasons = sourcesWith(/\bnotUnderstood\(/).flatMap((source) =>
    Array.from(source.matchAll(/notUnderstood\([\w.#]+, '([^']+)'/g), ([, reason = '']) => reason),
  );
  expect(reasons.length).toBeGreaterThan(6);
  const causes = sourcesWith(PROVIDERS).flatMap(
    (source) => source.match(/(?<=')because [^']+/g) ?? [],
  );
  expect(causes.length).toBeGreaterThan(4);
  const known = Object.keys(apiSentences);
  expect([...reasons, ...causes].filter((text) => !known.includes(text))).toEqual([]);
  const codes = sourcesWith(/'upstream_\w+'/).flatMap(
    (source) => source.match(/(?<=')(?:upstream|provider)_\w+(?=')/g) ?? [],
  );
  expect(codes.filter((code) => !(code in apiErrors))).toEqual([]);
  const shown = (code: string, message: string) => describeError(new AnswerError(message, code));
  expect(shown('model_not_found', 'Lab answered 404: "no model big".')).toBe(
    'Lab antwortete mit 404: „no model big“.',
  );
  expect(
    shown('upstream_invalid_answer', 'The answer of Lab is not understood: it is not JSON.'),
  ).toBe('Die Antwort von Lab ist unverständlich: Sie ist kein JSON.');
  expect(shown('upstream_failed', 'Of another version.')).toBe(apiErrors['upstream_failed']);
  const quoted = `Lab failed while it answered: "${'x'.repeat(301)}".`;
  expect(shown('upstream_failed', quoted)).toContain('beim Antworten');
});

test('why a model runs on the processor is said in German, whatever differs', async () => {
  translate('de', await TRANSLATIONS.de());
  const row = (...values: number[]) => [Float32Array.from(values)];
  const differences = [
    describeDifference([], row(1)),
    describeDifference(row(2), row(1)),
    describeDifference(row(9, 3, 2, 1), row(1, 2, 3, 9)),
    describeDifference(row(1, 2, 8.2, 7.6), row(1, 2, 7.9, 8.1)),
  ];
  expect(new Set(differences).size).toBe(4);
  const notes = sourcesWith(/Runs on the processor/).flatMap(
    (source) => source.match(/(?<=['`])Runs on the processor[^'`]*(?=['`])/g) ?? [],
  );
  expect(notes.length).toBe(3);
  const [onGpu = ''] = notes.filter((note) => note.includes('difference}'));
  const shown = [
    ...notes.map((note) => note.replace(/\$\{explain.*\}/, ': Of a library.')),
    'Runs on the processor: WebGPU failed.',
    ...differences.map((difference) => onGpu.replace(/\$\{.*\}/, `${difference}`)),
  ].map(sentenceText);
  expect(shown.filter((text) => /Runs|is not used|differs|their/.test(text))).toEqual([]);
});

test('a value out of range is named in German, with its limits', async () => {
  translate('de', await TRANSLATIONS.de());
  const shown = ({ code, message }: ApiError) => describeError(new AnswerError(message, code));
  expect(shown(integerOutOfRange('max_tokens', 'above', 10, 11))).toBe(
    'Zu groß: „max_tokens“ darf höchstens 10 sein, nicht 11.',
  );
  expect(shown(integerOutOfRange('n', 'below', 1, 0))).toBe(
    'Zu klein: „n“ muss mindestens 1 sein, nicht 0.',
  );
  expect(shown(decimalOutOfRange('top_p', 'above', [0, 1], 2))).toBe(
    'Zu groß: „top_p“ muss zwischen 0 und 1 liegen, nicht bei 2.',
  );
  expect(shown(arrayTooLong('stop', 4, 5))).toBe(
    '„stop“ hat zu viele Einträge: höchstens 4, nicht 5.',
  );
});

test('values keep their places, and an unknown sentence stays unchanged', async () => {
  translate('de', await TRANSLATIONS.de());
  expect(describeError(new Error('hub.example answered 503 for a/b.onnx.'))).toBe(
    'hub.example antwortete mit 503 auf a/b.onnx.',
  );
  expect(sentenceText('A chat in the file is larger than 64 MB, the limit of an import.')).toBe(
    'Ein Chat in der Datei ist größer als 64 MB, die Grenze eines Imports.',
  );
  expect(sentenceText('Of a library.')).toBe('Of a library.');
});

test.each(Object.entries({ ...sentences, ...apiSentences }))(
  'as many values in German: %s',
  (english, german) => {
    const count = english.split('{}').length - 1;
    expect([...german.matchAll(/\{(\d)\}/g)].map(([, at]) => Number(at)).sort()).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    );
  },
);
