import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Text that people of this project write: not data, licences, lock files or models. */
const PLACES = [
  ...['src/*.ts', 'src/*.tsx', 'src/*.css', 'src/catalog/*.json', 'docs/*.md', 'README.md'],
  ...['CHANGELOG.md', 'public/*.js', 'deploy/*'],
  ...['CONTRIBUTING.md', 'bench/*.mjs', 'bench/*.ts', 'bench/*.tsx', 'bench/*.py', 'scripts/*'],
  ...['config/*.ts', '*.config.ts', 'e2e/*.ts', 'e2e/*.mjs', 'training/*.py', 'training/*.md'],
  // Python modules are named after the sense they test.
  ':!training/shapes/*',
  ...[':!e2e/clients/*', ':!e2e/mlc/*', ':!e2e/data/*', ':!bench/data/*', ':!e2e/attacks.ts'],
  // Questions to a model, which the recorded answers belong to.
  ':!bench/real/tool-questions.mjs',
  // These name what they forbid, or list what people write.
  ...[
    ':!config/words.test.ts',
    ':!src/ui/messages/sentences.test.ts',
    ':!src/ui/chat/guide/what-is-asked*',
  ],
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
  [/\b(?:MOST|LEAST)_[A-Z]/, 'MAX_, MIN_'],
];

/** Further words that comments, documents and names of tests do not use; texts in code may. */
const FORBIDDEN_IN_PROSE: readonly [RegExp, string][] = [
  [/\bnobody\b(?!')/i, 'name the actor'],
  [/\bat once\b/i, 'immediately, together, concurrently'],
  [/\bso many\b/i, 'the given number of'],
  [/\b(?:told|tells?)\b/i, 'report, describe, distinguish'],
  [/\b(?:lies|lying)\b/i, 'is, is stored'],
  [/\bwhat (?:is|are|was|there is)\b/i, 'a noun'],
  [/\bthose of\b/i, 'a noun or a possessive'],
  [/\b(?:gone|goes|go|going|went) on\b/i, 'resume, continue'],
  [/\b(?:left|leaves?|leaving|shown|stays?) (?:\w+ )?as it (?:is|was)\b/i, 'unchanged'],
  [/\bkept\b(?! up to date)/i, 'stored, cached, retained'],
  [/\blet(?:s|ting)? go\b/i, 'release'],
  [/\b(?:asker|whom|be had)\b/i, 'name the actor'],
  [/\bhow(?:ever)? (?:it|they) (?:stands?|went|ended)\b/i, 'the state, the outcome'],
  [/\bcomes? of (?:it|them|that)\b/i, 'the outcome'],
];

/** Comments of code and names of tests. */
const PROSE = /^\s*(?:\/\/|\/\*|\*|# )|\s\/\/ |\/\*\* |^\s*test(?:\.\w+)*\(\s*['"`]|^\]\)\(['"`]/;

/** The lines of a text that are prose; others are null. Fenced code of Markdown is not. */
function proseOf(text: string, path: string): (string | null)[] {
  let isFenced = false;
  return text.split('\n').map((line) => {
    if (!path.endsWith('.md')) return PROSE.test(line) ? line : null;
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isFenced = !isFenced;
    return isFence || isFenced ? null : line;
  });
}

function findIn(text: string, path = 'file.ts'): string[] {
  const prose = proseOf(text, path);
  return text
    .split('\n')
    .flatMap((line, i) =>
      [...FORBIDDEN, ...(prose[i] === null ? [] : FORBIDDEN_IN_PROSE)].flatMap(
        ([pattern, better]) =>
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
    return text === null ? [] : findIn(text, path).map((problem) => `${path}:${problem}`);
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
  const comments = "// Tells what is left\ntest('answers at once', work)\nconst text = 'at once';";
  expect(findIn(comments).map((problem) => problem.split(' → ')[0])).toEqual([
    '1: Tells',
    '1: what is',
    '2: at once',
  ]);
});

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
