import { parseMarkdownIntoBlocks } from 'streamdown';
import { expect, test, vi } from 'vitest';
import { createBlockParser } from './block-parser.ts';

const TEXT = `# Title

Some **bold** words.

- one

- two
  more

1. first
2. second

\`\`\`js
const a = 1;

const b = 2;
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

<details>

Inside.

</details>

$$
x^2
$$

The end.
`;

test('a text that grows by single characters has the same blocks as the whole text', () => {
  const blocks = createBlockParser(parseMarkdownIntoBlocks);
  for (let length = 1; length <= TEXT.length; length += 3) {
    const text = TEXT.slice(0, length);
    expect(blocks(text), text).toEqual(parseMarkdownIntoBlocks(text));
  }
});

test('settled blocks are not parsed again; another text, or one with footnotes, is parsed whole', () => {
  const parse = vi.fn(parseMarkdownIntoBlocks);
  const blocks = createBlockParser(parse);
  const long = 'A paragraph.\n\n'.repeat(100);
  blocks(long);
  expect(blocks(`${long}More`)).toEqual(parseMarkdownIntoBlocks(`${long}More`));
  expect(parse.mock.lastCall?.[0].length).toBeLessThan(60);
  blocks('Another.');
  expect(parse.mock.lastCall?.[0]).toBe('Another.');
  const noted = `${long}See[^1].\n\n[^1]: There.`;
  blocks(long);
  expect(blocks(noted)).toEqual(parseMarkdownIntoBlocks(noted));
});
