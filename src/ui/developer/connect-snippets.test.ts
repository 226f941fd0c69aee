import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SNIPPETS } from './connect-snippets.ts';

const documented = readFileSync('docs/connect.md', 'utf8');

test.each(SNIPPETS.map((snippet) => [snippet.name, snippet] as const))(
  'docs/connect.md has the code for %s as the page shows it',
  (_, { write }) => {
    expect(documented).toContain(write('http://localhost:4173/v1'));
  },
);

test('no key is part of an address', () => {
  for (const { write } of SNIPPETS) expect(write('http://h/v1')).not.toMatch(/[?&](?:api_?)?key=/i);
});
