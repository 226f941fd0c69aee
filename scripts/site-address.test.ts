import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withAddress } from '#scripts/site-address.mjs';

const html = readFileSync('index.html', 'utf8');

test('a page that knows its site names its picture and itself by whole addresses', () => {
  const built = withAddress(
    html.replace('"/social.png"', '"/a/social.png"'),
    'https://x.org',
    '/a/',
  );
  expect(built).toContain('property="og:image" content="https://x.org/a/social.png"');
  expect(built).toContain('property="og:url" content="https://x.org/a/"');
});

test('a site without an address ends the build in a sentence', () => {
  for (const site of ['x.org', 'file:///srv', 'javascript:alert(1)'])
    expect(() => withAddress(html, site, '/')).toThrow(`https://example.org, not ${site}`);
});
