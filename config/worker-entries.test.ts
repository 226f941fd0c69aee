import { expect, test } from 'vitest';
import { findImportedEntries } from './worker-entries.ts';

const chunk = (isEntry: boolean, imports: string[] = [], dynamicImports: string[] = []) => ({
  type: 'chunk' as const,
  isEntry,
  facadeModuleId: isEntry ? '/app/src/worker.ts' : null,
  imports,
  dynamicImports,
});

test('finds chunks that import the entry of a worker', () => {
  const bundle = {
    'entry.js': chunk(true, [], ['main.js', 'late.js']),
    'main.js': chunk(false, ['shared.js', 'entry.js']),
    'late.js': chunk(false, ['shared.js'], ['entry.js']),
    'shared.js': chunk(false),
    'a.wasm': { type: 'asset' as const },
  };
  expect(findImportedEntries(bundle)).toEqual([
    'main.js imports entry.js',
    'late.js imports entry.js',
  ]);
});

test('finds nothing where the entry only imports', () => {
  const bundle = { 'entry.js': chunk(true, [], ['main.js']), 'main.js': chunk(false) };
  expect(findImportedEntries(bundle)).toEqual([]);
});

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every worker names its file where it is started: the build finds it nowhere else', () => {
  const started = Object.entries(sources)
    .filter(([path]) => !/\.test\.|\/testing\/|\/site-workers\./.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\bnew Worker\(\s*(.{7})/g)].map((m) => [path, m[1]]),
    );
  expect(started.length).toBeGreaterThan(8);
  expect(started.filter(([, first]) => first !== 'new URL')).toEqual([]);
});
