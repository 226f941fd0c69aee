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
