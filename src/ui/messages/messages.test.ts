import { expect, test } from 'vitest';
import type { Language } from './catalogue.ts';
import { catalogue, language, type Texts, translate } from './catalogue.ts';
import { matchLanguage, TRANSLATIONS } from './load-language.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], {
  eager: true,
});

/** Texts that come from outside the catalogues, by what they are looked up by. */
const DICTIONARIES = ['api-errors', 'api-sentences', 'model-summaries', 'sentences'];

/** Every English catalogue by its part: `shellText` is of the part `shell`; a file may have several. */
const english = Object.values(modules).flatMap((exported): [string, Texts][] =>
  Object.entries(exported)
    .filter(([name, value]) => /Text$/.test(name) && typeof value === 'object')
    .map(([name, texts]) => [
      name.slice(0, -4).replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
      texts as Texts,
    ]),
);

const translated = Object.keys(TRANSLATIONS).filter((id) => id !== 'en') as Language[];

test.each(translated)('every catalogue is translated into %s, text by text', async (id) => {
  const translation = await TRANSLATIONS[id]();
  expect(english.length).toBeGreaterThan(0);
  const parts = [...english.map(([part]) => part), ...DICTIONARIES];
  expect(Object.keys(translation).sort()).toEqual(parts.sort());
  for (const [part, texts] of english) {
    expect(Object.keys(translation[part] ?? {}).sort(), part).toEqual(Object.keys(texts).sort());
    for (const [key, text] of Object.entries(texts)) {
      const other = translation[part]?.[key];
      expect(typeof other, `${part}.${key}`).toBe(typeof text);
      if (typeof other === 'string') expect(other.trim(), `${part}.${key}`).not.toBe('');
    }
  }
});

test('the first language of a person that there are texts in is taken', () => {
  expect(matchLanguage(['xx', 'de-AT', 'en'])).toBe('de');
  expect(matchLanguage(['en-GB', 'de'])).toBe('en');
  expect(matchLanguage(['xx'])).toBe('en');
});

test('a catalogue follows the language, in both directions', () => {
  const loaded = catalogue('probe', { title: 'Title' });
  translate('de', { probe: { title: 'Titel' }, later: { title: 'Später' } });
  const later = catalogue('later', { title: 'Later' });
  expect([language(), loaded.title, later.title]).toEqual(['de', 'Titel', 'Später']);
  translate('en', {});
  expect([language(), loaded.title, later.title]).toEqual(['en', 'Title', 'Later']);
});
