import { Box } from 'lucide-react';
import { afterEach, expect, test } from 'vitest';
import { translate } from '#ui/messages/catalogue.ts';
import { TRANSLATIONS } from '#ui/messages/load-language.ts';
import type { Services } from '#ui/services.ts';
import { findEntries, type PaletteEntry } from '#ui/shell/find-entries.ts';
import { appCommands, itemEntries } from './app-commands.ts';

afterEach(() => translate('en', {}));

const entry = (name: string, words = ''): PaletteEntry => {
  return { id: name, name, words, icon: Box, kind: '', run: () => {} };
};

/** What the palette finds for a text: names of commands, the first first. */
function find(text: string): string[] {
  // Commands call the services only when they run.
  const commands = appCommands({} as Services);
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const entries = shown.map(({ label, words }) => entry(label(), words?.()));
  return findEntries(entries, text).map(({ name }) => name);
}

test.each([
  ['export', 'Export everything'],
  ['backup', 'Export everything'],
  ['delete', 'Delete everything'],
  ['remove', 'Delete everything'],
  ['import', 'Import'],
  ['upload', 'Transcribe files'],
  ['record', 'Record'],
  ['microphone', 'Record'],
  ['storage', 'Storage'],
  ['disk space', 'Storage'],
  ['language', 'Language'],
  ['compare', 'Compare two models'],
  ['gguf', 'Models'],
  ['webgpu', 'Service and limits'],
  ['hugging face', 'Source of models and names for apps'],
  ['telemetry', 'Privacy'],
  ['openai', 'Providers'],
  ['api key', 'Keys'],
  ['incognito', 'New temporary chat'],
  ['night', 'Dark theme'],
  ['hotkeys', 'Keyboard shortcuts'],
  ['bug', 'Copy diagnostics'],
])('“%s” finds “%s”', (text, name) => {
  expect(find(text)).toContain(name);
});

test.each([
  ['sicherung', 'Alles exportieren'],
  ['löschen', 'Alles löschen'],
  ['delete', 'Alles löschen'],
  ['mikrofon', 'Aufnehmen'],
  ['speicher', 'Speicher'],
  ['sprache', 'Sprache'],
  ['vergleichen', 'Zwei Modelle vergleichen'],
  ['dunkel', 'Dunkles Design'],
])('in German “%s” finds “%s”', async (text, name) => {
  translate('de', await TRANSLATIONS.de());
  expect(find(text)).toContain(name);
});

test.each([
  ['en', 'recording', 'Council'],
  ['en', 'audio council', 'Council'],
  ['en', 'transcript', 'Council'],
  ['en', 'embeddings', 'Comments'],
  ['en', 'csv', 'Comments'],
  ['en', 'text collection', 'Comments'],
  ['de', 'aufnahme', 'Council'],
  ['de', 'untertitel', 'Council'],
  ['de', 'karte', 'Comments'],
  ['de', 'textsammlung', 'Comments'],
] as const)('in %s “%s” finds the stored “%s”, which opens on its page', async (id, text, name) => {
  translate(id, await TRANSLATIONS[id]());
  const opened: string[] = [];
  const stored = itemEntries(
    [{ id: 'a', name: 'Council' }],
    [{ id: 'b', name: 'Comments' }],
    (to) => opened.push(to),
  );
  const found = findEntries(stored, text);
  expect(found.map((item) => item.name)).toEqual([name]);
  found[0]?.run();
  expect(opened).toEqual([name === 'Council' ? '/transcribe/a' : '/embeddings/b']);
});

test('every command has further words, in every language', async () => {
  for (const id of ['en', 'de'] as const) {
    translate(id, await TRANSLATIONS[id]());
    const commands = appCommands({} as Services);
    expect(commands.length).toBeGreaterThan(30);
    const bare = commands.filter(({ isHidden, words }) => !isHidden && !words?.());
    expect(bare.map((command) => command.label())).toEqual([]);
  }
});

test('names that begin with the text come first, then words of names, then further words', () => {
  const entries = [entry('Rules', 'data'), entry('My data'), entry('Data'), entry('Metadata')];
  expect(findEntries(entries, 'data').map(({ name }) => name)).toEqual([
    'Data',
    'My data',
    'Rules',
    'Metadata',
  ]);
  expect(findEntries(entries, 'DATA my')).toHaveLength(1);
  expect(findEntries(entries, 'none of them')).toEqual([]);
});
