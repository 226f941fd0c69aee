import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Only developers see these. */
const DEVELOPERS = /^\.\.\/dev\//;

/** A quoted text with a letter in it: not a path, a number or a separator. */
const TEXT = String.raw`(?:"[^"]*\p{L}[^"]*"|\{?'[^']*\p{L}[^']*'|\{?\x60[^\x60]*\p{L}[^\x60]*\x60)`;
const LITERALS = [
  new RegExp(String.raw`\s(?:aria-label|title|placeholder|alt|label|hint|error)=${TEXT}`, 'gu'),
  new RegExp(String.raw`\bshowToast\(\s*\{\s*text: ${TEXT}`, 'gu'),
  new RegExp(String.raw`\breportFailure\(\s*${TEXT}`, 'gu'),
];

const find = (source: string) => LITERALS.flatMap((pattern) => source.match(pattern) ?? []);

test('a text outside the catalogue is found', () => {
  expect(find(' <button aria-label="Close" />')).toHaveLength(1);
  expect(find(' <Guard title={`Not shown.`} />')).toHaveLength(1);
  expect(find(" <Field label={'Name'} />")).toHaveLength(1);
  expect(find("showToast({ text: 'Done.' })")).toHaveLength(1);
  expect(find("reportFailure('The key', work)")).toHaveLength(1);
  expect(find(' <img alt="" /> <p title={text.title} />')).toEqual([]);
});

// Texts between tags are found by the lint rule noJsxLiterals.
test('attributes and toasts take their texts from a catalogue', () => {
  const read = Object.entries(sources).filter(([path]) => !DEVELOPERS.test(path));
  expect(read.length).toBeGreaterThan(50);
  const found = read.flatMap(([path, source]) => find(source).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});
