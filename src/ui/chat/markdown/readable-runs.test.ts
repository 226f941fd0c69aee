import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { isMarkdown, openFence, readableRuns } from './readable-runs.ts';

const read = (source: string) =>
  readableRuns(source)
    .map(({ text }) => text)
    .join('');

test.each([
  ['# The *garden* `shed` #', 'The garden shed'],
  ['**Open** from __nine__, not *ten*', 'Open from nine, not ten'],
  [
    'See [the list](https://example.org/a_(b)) and ![a plan](plan.png).',
    'See the list and a plan.',
  ],
  ['[![build](https://x.org/b.svg)](https://x.org)', 'build'],
  [
    '<p align="center"><img src="a.png" alt="A">\nText<br>\n<https://example.org>',
    'Text\nhttps://example.org',
  ],
  ['- one\n  - [x] two\n3. three', '• one\n  • two\n3. three'],
  ['| Name | Size |\n|---|:-:|\n| `a` | 2 |', 'Name · Size\na · 2'],
  ['> quoted\n> > twice', 'quoted\ntwice'],
  ['One\n\n\n\nTwo\n---\nThree', 'One\n\nTwo\nThree'],
  ['Run:\n\n```sh\nnpm **start** # now\n```\nDone', 'Run:\n\nnpm **start** # now\nDone'],
  ['snake_case_name, 2 * 3 * 4, a\\*b\\*', 'snake_case_name, 2 * 3 * 4, a*b*'],
  ['cut in the **middle of bold', 'cut in the **middle of bold'],
])('%j is read as %j', (source, expected) => {
  expect(read(source)).toBe(expected);
});

test('pieces point to where they are in the source, in its order', () => {
  const source = '## How to **start**\n\n- `npm ci`, then [open](https://a.org) it\n| a | **b** |';
  for (const { text, at, length } of readableRuns(source)) {
    if (length > 0) expect(source.slice(at, at + length)).toBe(text);
  }
});

test('any text is read, quickly', () => {
  const signs = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '*',
    '_',
    '`',
    '<',
    '>',
    '|',
    '#',
    '\n',
    'a',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 300 }), (list) => {
      const source = list.join('');
      const ends = readableRuns(source).map(({ at, length }) => at + length);
      expect(ends.every((end) => end <= source.length)).toBe(true);
    }),
  );
  const stopwatch = startStopwatch();
  for (const sign of ['[', '**a', '`', '<', '_a ', '![[', '*_', '[a](']) read(sign.repeat(4_000));
  expect(stopwatch()).toBeLessThan(1_500);
});

test.each([
  ['README.md', true],
  ['notes.MARKDOWN', true],
  ['garden.txt', false],
  ['md', false],
])('%s is Markdown: %s', (name, expected) => {
  expect(isMarkdown(name)).toBe(expected);
});

const README = `# Shed

\`\`\`\`py
def keep(*args):
    # not a heading
    if args:
        return [*args]
    \`\`\`
\`\`\`\`

Text with *stress*.

    indented = _code_
        twice

- item

    in the list, *stressed*
`;

test('code keeps its indentation and its signs, wherever a passage begins', () => {
  expect(read(README)).toContain(
    'def keep(*args):\n    # not a heading\n    if args:\n        return [*args]\n    ```\n',
  );
  expect(read(README)).toContain('Text with stress.\n\n    indented = _code_\n        twice\n');
  expect(read(README)).toContain('    in the list, stressed');
  for (const words of ['# not', 'return']) {
    const from = README.lastIndexOf('\n', README.indexOf(words)) + 1;
    const passage = README.slice(from, README.indexOf('Text'));
    const runs = readableRuns(passage, openFence(README, from));
    const code = passage.slice(0, passage.indexOf('    ```'));
    expect(runs.map(({ text }) => text).join('')).toContain(code);
    expect(runs.filter(({ text }) => text.includes(words))[0]?.style).toBe('code');
  }
  expect(openFence(README, README.indexOf('Text'))).toBeNull();
});
