import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { planFormat } from './answer-limits.ts';

const whyNotFormatted = (text: string) => planFormat(text).problem;

const ORDINARY = {
  'a long essay':
    'A *paragraph* with a [link](https://a.test) and `code` in it, of usual length.\n\n'.repeat(
      300,
    ),
  'a table of 200 rows': `|a|b|c|\n|-|-|-|\n${'|one|two|three|\n'.repeat(200)}`,
  'a program of 1,000 lines': `Here:\n\n\`\`\`js\n${'const a = [1, 2, [3]][0] * x_y_z; // | a |\n'.repeat(1_000)}\`\`\`\n`,
  'a nested list': Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}- level ${i}`).join('\n'),
  'a JSON dump': `\`\`\`json\n${'{"a": [1, 2], "b": [[3], [4]]},\n'.repeat(300)}\`\`\``,
  formulas: 'Then $$x^2 + y_1$$ follows.\n\n'.repeat(100),
  'a derivation':
    `$$\n\\begin{aligned}\n${'a_1 &= \\frac{b}{c} \\\\\n'.repeat(50)}\\end{aligned}\n$$\n\n`.repeat(
      5,
    ),
  'shell scripts with process ids':
    '```sh\nkill $$\n```\n\nMore text about it, as usual.\n\n'.repeat(200),
  'entities and comments': 'a &lt; b <!-- why --> and 3 < 4 \\* 5.\n\n'.repeat(200),
};

test.each(Object.entries(ORDINARY))('formats %s', (_, text) => {
  expect(whyNotFormatted(text)).toBeNull();
});

const SPACES = '  ';
const EXTREME = {
  'a list 1,000 deep in a line': `${'- '.repeat(1_000)}x`,
  'numbers 1,500 deep': `${'1. '.repeat(1_500)}x`,
  'quotes 2,000 deep': `${'>'.repeat(2_000)} x`,
  'a list 60 deep by indentation': Array.from(
    { length: 60 },
    (_, i) => `${SPACES.repeat(i)}- a`,
  ).join('\n'),
  'unclosed links': '[a]('.repeat(5_000),
  references: '[1]'.repeat(20_000),
  'a table of 20,000 columns': `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n`,
  'delimiters that close nothing': '*a_ '.repeat(8_000),
  'rising backticks': Array.from({ length: 1_400 }, (_, i) => `${'`'.repeat(i)}a`).join(''),
  'a megabyte': 'word '.repeat(250_000),
  'a table whose rows are filled up': `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|x\n'.repeat(700)}`,
  'declarations that never end': `a ${'<!A '.repeat(9_000)}`,
  'comments that never end': `a ${'<!-- '.repeat(9_000)}`,
  'escapes without end': '\\'.repeat(390_000),
  'entities without end': '&lt;'.repeat(90_000),
  'brackets of HTML': '<'.repeat(200_000),
  'addresses without a scheme': 'www.a.b '.repeat(20_000),
  'large formulas': `$$${'\\sqrt{x}'.repeat(900)}$$\n\n`.repeat(10),
  'large formulas in brackets': `\\[\n${'\\sqrt{x}\n'.repeat(700)}\\]\n\n`.repeat(10),
  'words behind a bracket that is not closed': `[${'word '.repeat(30_000)}`,
  'tens of thousands of code spans': '`a` '.repeat(25_000),
  'ten thousand fences': '```js\nlet a\n```\n\n'.repeat(10_000),
};

test.each(Object.entries(EXTREME))('leaves %s unchanged', (_, text) => {
  expect(whyNotFormatted(text)).not.toBeNull();
});

test('texts that would block the page cannot be formatted at all', () => {
  expect(whyNotFormatted(EXTREME['unclosed links'])?.canFormat).toBe(false);
  expect(whyNotFormatted(EXTREME['a megabyte'])?.canFormat).toBe(false);
  expect(whyNotFormatted(`${'$$x^2$$ '.repeat(2_500)}`)?.canFormat).toBe(false);
  expect(whyNotFormatted(EXTREME['a list 60 deep by indentation'])?.canFormat).toBe(true);
  const table = `${'|a'.repeat(90)}|\n${'|-'.repeat(90)}|\n${`${'|b'.repeat(90)}|\n`.repeat(90)}`;
  expect(whyNotFormatted(table)?.canFormat).toBe(true);
});

test('an invalid fence hides nothing', () => {
  expect(whyNotFormatted(`<div>\n\`\`\`\n\n${'[a]('.repeat(5_000)}`)).not.toBeNull();
});

test('a megabyte of anything is measured in linear time', () => {
  for (const piece of [
    '[',
    '> ',
    '- ',
    '`',
    '\n',
    '1. ',
    '*_',
    '    - a\n',
    '```\n',
    '$$',
    '\\[',
    '\\(\n\n',
  ]) {
    const text = piece.repeat(1_000_000 / piece.length);
    const took = startStopwatch();
    planFormat(text);
    expect(took()).toBeLessThan(5_000);
  }
});
