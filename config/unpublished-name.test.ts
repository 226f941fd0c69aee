import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const filesOf = (...places: string[]) =>
  execFileSync('git', ['ls-files', '-z', ...places], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !path.includes('.test.'));

// Until the package is published anybody may publish one of its name, which `npx` would fetch and run.
test('no text of the app names a command that fetches a package', () => {
  // The package names its own command in the projects that installed it.
  const texts = filesOf('src', 'scripts/host-configs.mjs').filter(
    (path) => !path.startsWith('src/embed/'),
  );
  expect(texts.filter((path) => readFileSync(path, 'utf8').includes('npx alcove'))).toEqual([]);
});

test('no message names a package to install that is not published', () => {
  const texts = filesOf('src', 'scripts');
  const asks = /npm (?:i|install) alcove/;
  expect(texts.filter((path) => asks.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('documents that run the package say that it is run in a checkout', () => {
  const documents = filesOf('README.md', 'docs/*.md').filter((path) => !/decisions/.test(path));
  const wrong = documents.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return text.includes('npx alcove') && !text.includes('checkout');
  });
  expect(wrong).toEqual([]);
});
