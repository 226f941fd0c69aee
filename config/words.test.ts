import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Text that people of this project write: not data, licences, lock files or models. */
const PLACES = [
  ...['src/*.ts', 'src/*.tsx', 'src/*.css', 'src/catalog/*.json', 'docs/*.md', 'README.md'],
  ...['CONTRIBUTING.md', 'bench/*.mjs', 'bench/*.ts', 'bench/*.tsx', 'bench/*.py', 'scripts/*'],
  ...['config/*.ts', 'e2e/*.ts', 'e2e/*.mjs', 'training/*.py', 'training/*.md'],
  // Python modules are named after the sense they test.
  ':!training/shapes/*',
  ...[':!e2e/clients/*', ':!e2e/mlc/*', ':!e2e/data/*', ':!bench/data/*', ':!e2e/attacks.ts'],
  // Questions to a model, which the recorded answers belong to.
  ':!bench/real/tool-questions.mjs',
  // These name what they forbid.
  ...[':!config/words.test.ts', ':!src/ui/messages/sentences.test.ts'],
];

/** A word of the field is at the right. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/\b(?:hear|hears|hearing|heard)\b/i, 'transcribe, recognise, receive'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'next to, with'],
  [/\bgraphics chips?\b/i, 'GPU'],
  [/\bwhoever\b/i, 'name the actor'],
  [/\b(?:gone|goes|go|going|went) on with\b/i, 'resume, continue'],
  [/\bkeep(?:Message|File|Window|Part|Drafts|First|Later|Peaks|Offline)\(/, 'save, store, cache'],
  [/\b(?:is|are) told as\b/i, 'is reported as'],
];

function findIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      FORBIDDEN.flatMap(([pattern, better]) =>
        pattern.test(line) ? [`${i + 1}: ${pattern.exec(line)?.[0]} → ${better}`] : [],
      ),
    );
}

test('comments, names, tests and documents use the words of the field', () => {
  const paths = execFileSync('git', ['ls-files', '-z', '--', ...PLACES], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
  expect(paths.length).toBeGreaterThan(600);
  const found = paths.flatMap((path) => {
    // A file that was moved and not committed yet.
    const text = tryRead(path);
    return text === null ? [] : findIn(text).map((problem) => `${path}:${problem}`);
  });
  expect(found).toEqual([]);
});

test('the test finds what it forbids', () => {
  const text =
    'Hears the recording anew\nkeepMessage(message)\nthe graphics chip\ntranscribes it again';
  expect(findIn(text).map((problem) => problem.split(' ')[1])).toEqual([
    'Hears',
    'anew',
    'keepMessage(',
    'graphics',
  ]);
});

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
