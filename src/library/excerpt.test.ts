import { expect, test } from 'vitest';
import { excerptOf, markedText } from './excerpt.ts';

const draw = (parts: ReturnType<typeof markedText>) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

test('marks each word of a query, in whatever form, accents and case it is written', () => {
  expect(draw(markedText('Café Zürich, Cafés and the insurers', 'cafe zurich insurer'))).toBe(
    '[Café] [Zürich], [Cafés] and the [insurers]',
  );
  expect(draw(markedText('Haftpflichtversicherung', 'versicherung'))).toBe(
    '[Haftpflichtversicherung]',
  );
  expect(draw(markedText('东京都的天气很好', '天气'))).toBe('东京都的[天气]很好');
  expect(draw(markedText('nothing', 'other'))).toBe('nothing');
});

test('shows the stretch with most of the words, whole words at its ends', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(20);
  const text = `The car is red. ${filler}The car insurance ends in May. ${filler}`;
  const { parts, at, match } = excerptOf(text, 'car insurance');
  expect(draw(parts)).toMatch(/^… .*The \[car\] \[insurance\] ends in May\. lorem .* …$/);
  expect(text.slice(at ?? 0)).toMatch(/^car insurance/);
  expect(match).toBe('car');
  expect(draw(parts).length).toBeLessThan(260);
});

test('shows the beginning of a text without any of the words', () => {
  const { parts, at, match } = excerptOf('A text about something else.', 'insurance');
  expect([draw(parts), at, match]).toEqual(['A text about something else.', null, '']);
});
