import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SNIPPETS, withKey } from './connect-snippets.ts';

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

test.each(SNIPPETS.map((snippet) => [snippet.name, snippet.write('http://h/v1')] as const))(
  'a new key is in the code for %s, and nothing reads it from elsewhere',
  (_, code) => {
    const written = withKey(code, 'alc_1');
    expect(written).toContain('alc_1');
    expect(written.match(/ALCOVE_API_KEY(?!=alc_1)(?!["']?$)/gm) ?? []).toEqual([]);
    expect(/^import os$/m.test(written)).toBe(/\bos\./.test(written));
  },
);
