import type { Recording } from '#storage/transcript-records.ts';

/** Characters of a file's name that every file system takes, with an extension behind them. */
const MAX_LENGTH = 200;
/** File systems refuse these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const REFUSED = /[\\/:*?"<>|\u0000-\u001f]/g;

type Named = Pick<Recording, 'name' | 'addedAt' | 'language' | 'detectedLanguage'>;

/** What each placeholder stands for. `at`: place among `count` files, from 0. */
const PLACEHOLDERS: Readonly<Record<string, (row: Named, at: number, count: number) => string>> = {
  name: ({ name }) => name.replace(/\.[a-z0-9]{2,5}$/i, ''),
  date: ({ addedAt }) => parts(addedAt, 'FullYear', 'Month', 'Date').join('-'),
  time: ({ addedAt }) => parts(addedAt, 'Hours', 'Minutes').join('-'),
  number: (_, at, count) => String(at + 1).padStart(String(count).length, '0'),
  language: ({ language, detectedLanguage }) => detectedLanguage ?? language ?? '',
};

/** As a person writes them. */
export const PLACEHOLDER_LIST = Object.keys(PLACEHOLDERS)
  .map((name) => `{${name}}`)
  .join(' ');

/** The name of an exported file without its extension: a pattern with its placeholders filled in, others as they stand. */
export function nameFile(pattern: string, recording: Named, at = 0, count = 1): string {
  const filled = pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name)
      ? (PLACEHOLDERS[name]?.(recording, at, count) ?? whole)
      : whole,
  );
  // Neither hidden, nor a folder: no dots at the ends.
  const plain = [...filled.replace(REFUSED, '-')]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return plain === '' ? 'transcript' : plain;
}

/** Numbers of a moment in local time. */
function parts(at: number, ...names: ('FullYear' | 'Month' | 'Date' | 'Hours' | 'Minutes')[]) {
  const date = new Date(at);
  return names.map((name) => {
    const value = date[`get${name}`]() + (name === 'Month' ? 1 : 0);
    return String(value).padStart(2, '0');
  });
}
