import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { createFft } from '#runtimes/transformers/speech/fft.ts';
import { cardinal, ordinal, year } from './number-words.ts';
import { type PhonemeTables, toPhonemes, toTables } from './phonemes.ts';
import reference from './reference.json';
import { alignWords, toSentences } from './spoken-text.ts';
import { toSamples } from './vocoder.ts';
import { splitLong } from './voice-model.ts';
import { WordList } from './word-list.ts';
import { readWrittenForms } from './written-forms.ts';

const FOLDER = 'public/models/alcove-voice';
const unpack = async (name: string) =>
  gunzipSync(await readFile(`${FOLDER}/${name}.gz`)).toString();

async function openTables(): Promise<PhonemeTables> {
  const tagger = JSON.parse(await unpack('tagger.json'));
  const { exceptions } = JSON.parse(await readFile(`${FOLDER}/config.json`, 'utf8'));
  const unknown = new Map(Object.entries(reference.unknown));
  const words = await unpack('words.txt');
  return toTables(words, tagger, exceptions, async (word) => unknown.get(word) ?? null);
}

test('reads sentences as the package that the voice comes from', async () => {
  const tables = await openTables();
  const read = async (sentence: string) =>
    (await toPhonemes(sentence, tables))
      .map(({ phonemes }) => phonemes)
      .join('')
      .trim();
  const pairs = reference.phonemes as [string, string][];
  const differing: string[] = [];
  for (const [sentence, phonemes] of pairs) {
    if ((await read(sentence)) !== phonemes) differing.push(sentence);
  }
  expect(pairs.length).toBeGreaterThan(250);
  expect(differing).toEqual([]);
});

test('a word list finds the first, the last and capitalised words, and no others', () => {
  const list = new WordList(
    "'cause\tkˈʌz\nZebra\tzˈibɹə\nlive\tDEFAULT=lˈɪv\tADJ=lˈIv\nzoo\tzˈu\n",
  );
  expect(list.find("'cause")).toBe('kˈʌz');
  expect(list.find('zebra')).toBe('zˈibɹə');
  expect(list.find('Zoo')).toBe('zˈu');
  expect(list.find('live')).toEqual(
    new Map([
      ['DEFAULT', 'lˈɪv'],
      ['ADJ', 'lˈIv'],
    ]),
  );
  for (const word of ['', 'a', 'zo', 'zooo', 'liv', '\n', 'DEFAULT='])
    expect(list.find(word)).toBeNull();
});

test('makes the samples of a spectrum as the package does', () => {
  const random = seeded(7);
  const frames = 6;
  const part = (of: (x: number) => number) => {
    return Float32Array.from({ length: 601 * frames }, () => of(random()));
  };
  // As the package has them: [bins, frames] for each part.
  const parts = [
    part((x) => x * 2 - 3),
    part((x) => x * 2 - 1),
    // Without noise, which is chance.
    part(() => -100),
    part((x) => x - 4),
    part((x) => x * 6),
  ];
  const values = Float32Array.from({ length: 5 * 601 * frames }, (_, at) => {
    const [frame, bin] = [Math.floor(at / (5 * 601)), at % (5 * 601)];
    return parts[Math.floor(bin / 601)]?.[(bin % 601) * frames + frame] ?? Number.NaN;
  });
  const spectrum = { values, pitch: Float32Array.of(0, 0, 120, 130, 140, 150) };
  const samples = toSamples(spectrum, seeded(1));
  expect(samples.length).toBe(reference.samples.length);
  const error = samples.reduce(
    (most, x, i) => Math.max(most, Math.abs(x - (reference.samples[i] ?? 0))),
    0,
  );
  expect(error).toBeLessThan(2e-4);
});

test('transforms lengths of threes, fours and fives', () => {
  const fft = createFft(1200);
  const real = Float64Array.from({ length: 1200 }, (_, i) =>
    Math.cos((2 * Math.PI * 37 * i) / 1200),
  );
  const imaginary = new Float64Array(1200);
  fft.transform(real, imaginary);
  expect(real[37]).toBeCloseTo(600, 6);
  expect(real.filter((x) => Math.abs(x) > 1e-6).length).toBe(2);
  expect(() => createFft(14)).toThrow(RangeError);
});

test('says numbers as Americans do', () => {
  expect(cardinal(1_234_567n)).toBe(
    'one million two hundred thirty-four thousand five hundred sixty-seven',
  );
  expect(cardinal(-40n)).toBe('minus forty');
  expect(cardinal(10n ** 40n)).toMatch(/^one zero zero/);
  expect(ordinal(101n)).toBe('one hundred first');
  expect(ordinal(20n)).toBe('twentieth');
  expect([1905, 1900, 2005, 2024, 1066].map(year)).toEqual([
    'nineteen oh-five',
    'nineteen hundred',
    'two thousand five',
    'twenty twenty-four',
    'ten sixty-six',
  ]);
});

const FORMS: readonly [written: string, spoken: string][] = [
  ['at 7:30 pm', 'at seven thirty p.m.'],
  ['9am, 5 p.m. sharp, 14:05', 'nine a.m., five p.m. sharp, fourteen oh five'],
  ['10:00–11:30', "ten o'clock to eleven thirty"],
  ['6-7 pm', 'six to seven p.m.'],
  ['the 3rd of March 2024', 'the third of March, twenty twenty-four'],
  ['2024-03-15', 'March fifteenth, twenty twenty-four'],
  ['2024-03-15T14:05:00Z', 'March fifteenth, twenty twenty-four, fourteen oh five'],
  ['3/15/24', 'March fifteenth, twenty twenty-four'],
  ['15.03.2024', 'March fifteenth, twenty twenty-four'],
  ['Jan 5', 'January fifth'],
  ['Mar 3-5', 'March third to fifth'],
  ['in May 2024', 'in May twenty twenty-four'],
  ["the 1990s and '90s", 'the nineteen nineties and the nineties'],
  ['1990–95', 'nineteen ninety to ninety-five'],
  ['$9.99', 'nine dollars and ninety-nine cents'],
  ['$1', 'one dollar'],
  ['$0.50', 'fifty cents'],
  ['$1.5M', 'one point five million dollars'],
  ['$5-10', 'five to ten dollars'],
  ['£5.50', 'five pounds and fifty pence'],
  ['5€ or 20 EUR', 'five euros or twenty euros'],
  ['1,250 people', 'one thousand two hundred fifty people'],
  ['3.14', 'three point one four'],
  ['.5', 'point five'],
  ['12,5', 'twelve point five'],
  ['007', 'zero zero seven'],
  ['-5', 'minus five'],
  ['50–60%', 'fifty to sixty percent'],
  ['72°F', 'seventy-two degrees Fahrenheit'],
  ['1 °C', 'one degree Celsius'],
  ['5km at 60 km/h', 'five kilometers at sixty kilometers per hour'],
  ['16GB, 3.5GHz', 'sixteen gigabytes, three point five gigahertz'],
  ['100m²', 'one hundred square meters'],
  ['5 in total', 'five in total'],
  ['10 min., 1 hr', 'ten minutes, one hour'],
  ['5\'10"', 'five foot ten'],
  ['1920x1080', 'nineteen twenty by ten eighty'],
  ['10x', 'ten times'],
  ['½ cup, 2½ hours', 'one half cup, two and a half hours'],
  ['1 1/2', 'one and a half'],
  ['3/4', 'three quarters'],
  ['24/7', 'twenty-four seven'],
  ['2+2=4', 'two plus two equals four'],
  ['10 - 3 = 7', 'ten minus three equals seven'],
  ['2^10, x², x^3', 'two to the power of ten, x squared, x cubed'],
  ['pp. 10-12', 'pages ten to twelve'],
  ['1st, 22nd', 'first, twenty-second'],
  ['No. 7', 'number seven'],
  ['#1 and #ai', 'number one and hashtag ai'],
  ['v2.0.1', 'version two point zero point one'],
  ['192.168.0.1', 'one hundred ninety-two dot one hundred sixty-eight dot zero dot one'],
  ['+1 (555) 123-4567', 'plus one, five five five, one two three, four five six seven'],
  ['030-1234567', 'zero three zero, one two three four five six seven'],
  ['ana.b@example.com', 'ana dot b at example dot com'],
  ['https://www.example.com/docs/page?id=3.', 'example dot com slash docs slash page.'],
  ['report.pdf', 'report dot PDF'],
  ['Dr. Smith', 'Doctor Smith'],
  ["5th St. near St. Mary's", "fifth Street near Saint Mary's"],
  ['e.g. this, i.e. that, etc.', 'for example this, that is that, et cetera'],
  ['Henry VIII, World War II, Chapter IV', 'Henry the eighth, World War two, Chapter four'],
  ['MP3, H2O, B2B, F-16', 'MP three, H two O, B to B, F-sixteen'],
  ['R&D and/or user_name', 'R and D and or user name'],
  ['Great 🎉 news™', 'Great news'],
];

test.each(FORMS)('reads “%s”', (written, spoken) => {
  expect(readWrittenForms(written)).toBe(spoken);
});

test('names code and formulas, ends headings and list items, says no marks of Markdown', () => {
  const text =
    '# Title\nSay **this**, see [docs](https://a.b/c) [1].\n\n- first\n1. one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n```py\nx = 1\n```\n$$x$$\nDr. No said no. J. K. R. wrote.';
  const sentences = toSentences(text);
  expect(sentences.map(({ spoken }) => spoken)).toEqual([
    'Title.',
    'Say this, see docs.',
    'first.',
    'one. one.',
    'a, b.',
    'one, two.',
    'Code in Python.',
    'A formula.',
    'Doctor No said no.',
    'J. K. R. wrote.',
  ]);
  for (const { start, end } of sentences) expect(text.slice(start, end).trim()).not.toBe('');
  expect(toSentences('```\nnever closed')).toHaveLength(1);
  expect(toSentences('…')).toEqual([]);
});

test('two sums of money are no formula', () => {
  const spoken = (text: string) => toSentences(text).map((sentence) => sentence.spoken);
  expect(spoken('It costs $5 and $6.')).toEqual(['It costs five dollars and six dollars.']);
  expect(spoken('From $10k to $2.5M, where $x + y$ holds.')).toEqual([
    'From ten thousand dollars to two point five million dollars, where x plus y holds.',
  ]);
});

test('places each spoken word on the characters it stands for', () => {
  const source = 'It is 7:30 pm today.';
  const words = ['It', 'is', 'seven', 'thirty', 'p.m.', 'today', '.'];
  expect(alignWords(source, words).map(({ start, end }) => source.slice(start, end))).toEqual([
    'It',
    'is',
    '7:30',
    '7:30',
    'pm',
    'today.',
    'today.',
  ]);
  expect(alignWords('', ['a'])).toEqual([{ start: 0, end: 0 }]);
});

test('a text of nothing but one form is read in a time that grows with its length', () => {
  for (const part of [
    '1-',
    '$1 ',
    'a.b@',
    '((((',
    '9:99 ',
    '1,000,',
    'http://x',
    'I.I.',
    '**a',
    '[a](',
  ]) {
    const started = performance.now();
    for (const sentence of toSentences(part.repeat(4096 / part.length)))
      expect(sentence.spoken.length).toBeLessThan(200_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  }
});

test('cuts long sentences behind the last clause that fits, and nowhere into more than fits', () => {
  const word = (length: number, end = '') => ({ phonemes: 'a'.repeat(length - end.length) + end });
  const many = (count: number, length: number) => Array.from({ length: count }, () => word(length));
  const lengths = (words: { phonemes: string }[], most: number) => {
    const parts = splitLong(words, most);
    expect(parts.flat().map(({ phonemes }) => phonemes)).toEqual(words.map((w) => w.phonemes));
    return parts.map((part) => part.reduce((sum, { phonemes }) => sum + phonemes.length, 0));
  };
  expect(lengths([word(5, ', '), ...many(80, 7)], 510)).toEqual([5, 504, 56]);
  expect(lengths([word(5, ', '), ...many(16, 31), word(7), word(300)], 510)).toEqual([5, 503, 300]);
  expect(lengths([...many(3, 10), word(5, '; '), ...many(3, 10)], 50)).toEqual([35, 30]);
  expect(lengths(many(3, 10), 30)).toEqual([30]);
  // A word is whole at any speed.
  expect(lengths([word(3), word(60), word(3)], 50)).toEqual([3, 60, 3]);
  expect(splitLong([], 50)).toEqual([]);
});
