import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { describeError } from '#ui/state/describe-error.ts';
import { translate } from './catalogue.ts';
import { sentences } from './de/sentences.ts';
import { sentenceText } from './dictionary.ts';
import { TRANSLATIONS } from './load-language.ts';

/** Parts whose errors a page shows with their own sentence. */
const THROWS = /(?:DownloadError|BackupError|WorkerError|ServiceFailure)\(|NO_STORAGE =/;
/** Sentences of these files that are no errors, or are translated by another key. */
const OTHERS = new Set(['Added by hand.']);
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

function below(): string[] {
  const found = new Set<string>();
  for (const path of readdirSync(SRC, { recursive: true }).map(String)) {
    if (!/^(?!ui|testing).*(?<!\.test)\.ts$/.test(path)) continue;
    const source = readFileSync(join(SRC, path), 'utf8');
    if (THROWS.test(source)) for (const text of sentencesIn(source)) found.add(text);
  }
  return [...found];
}

/** A value in each place. */
const filled = (template: string) => template.replaceAll('{}', '12 MB');

afterEach(() => translate('en', {}));

test('every sentence that an error below the page brings along is said in German', async () => {
  const all = below();
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

test.each(Object.entries(sentences))('as many values in German: %s', (english, german) => {
  const count = english.split('{}').length - 1;
  expect([...german.matchAll(/\{(\d)\}/g)].map(([, at]) => Number(at)).sort()).toEqual(
    Array.from({ length: count }, (_, i) => i + 1),
  );
});
