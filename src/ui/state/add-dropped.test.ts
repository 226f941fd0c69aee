import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { addDropped } from './add-dropped.ts';
import { type AddFiles, onOfferedFiles } from './transfers.ts';

const imported: string[] = [];
const added: string[] = [];
let giveBack: AddFiles | undefined;
beforeEach(() => {
  imported.length = 0;
  added.length = 0;
  onOfferedFiles((files, addElsewhere) => {
    imported.push(...files.map(({ name }) => name));
    giveBack = addElsewhere;
  });
});
const addFiles = (files: readonly File[]) => void added.push(...files.map(({ name }) => name));

const zip = (name: string, files: Record<string, unknown>) =>
  new File(
    [
      zipSync(
        Object.fromEntries(
          Object.entries(files).map(([path, value]) => [path, strToU8(JSON.stringify(value))]),
        ),
      ),
    ],
    name,
  );
const CHATGPT = [{ title: 'Herons', create_time: 1, mapping: {} }];
const CLAUDE = [{ uuid: 'c', name: 'Herons', chat_messages: [] }];
const OWN = new File(['{"conversation":{"id":"c"},"messages":[]}'], 'Herons.json');

test('exports of Alcove, ChatGPT and Claude are imported, and other files added', async () => {
  const files = [
    OWN,
    zip('chatgpt.zip', { 'conversations.json': CHATGPT, 'user.json': {} }),
    zip('parts.zip', { 'export/conversations-000.json': CHATGPT }),
    zip('claude.zip', { 'conversations.json': CLAUDE, 'projects.json': [] }),
    new File(['{"pond":1}'], 'notes.json'),
  ];
  await addDropped({ addFiles }, files);
  expect(imported).toEqual(['Herons.json', 'chatgpt.zip', 'parts.zip', 'claude.zip']);
  expect(added).toEqual(['notes.json']);
});

test('an archive with files of the same names is not an export by that', async () => {
  const files = [
    zip('deep.zip', { 'site/src/data/projects.json': CLAUDE }),
    zip('source.zip', { 'site/projects.json': [{ name: 'Pond', url: '/pond' }] }),
    zip('config.zip', { 'conversations.json': { flows: [] } }),
  ];
  await addDropped({ addFiles }, files);
  expect(imported).toEqual([]);
  expect(added).toEqual(['deep.zip', 'source.zip', 'config.zip']);
});

test('a file in which the import finds nothing goes where it was dropped', async () => {
  await addDropped({ addFiles }, [OWN]);
  expect(added).toEqual([]);
  giveBack?.([OWN]);
  expect(added).toEqual(['Herons.json']);
});

test('nothing that is dropped on a temporary chat is imported', async () => {
  const files = [OWN, zip('chatgpt.zip', { 'conversations.json': CHATGPT })];
  await addDropped({ isTemporary: true, addFiles }, files);
  expect(imported).toEqual([]);
  expect(added).toEqual(['Herons.json', 'chatgpt.zip']);
});
