import { expect, test } from 'vitest';
import { translatedTexts } from '#scripts/page-texts.mjs';

test('texts and text attributes are listed in their order, equal ones as 0', () => {
  const english = '<nav aria-label="Pages"><a href="/m">Models &amp; more</a><b>Alcove</b></nav>';
  const german = '<nav aria-label="Seiten"><a href="/m">Modelle &amp; mehr</a><b>Alcove</b></nav>';
  expect(translatedTexts(english, german)).toEqual(['Seiten', 'Modelle & mehr', 0]);
});

test.each([
  '<nav aria-label="Seiten"><a href="/m">Modelle</a></nav>',
  '<nav aria-label="Seiten"><a href="/n">Modelle</a><b>A</b></nav>',
])('a page of another shape is refused: %s', (german) => {
  const english = '<nav aria-label="Pages"><a href="/m">Models</a><b>A</b></nav>';
  expect(() => translatedTexts(english, german)).toThrow('built differently');
});
