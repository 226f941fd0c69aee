import { expect, test, vi } from 'vitest';
import { Library } from '#library/library.ts';
import type { OpenLibrary } from '#library/open-library.ts';
import { removeDocument } from '#storage/projects.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { makePassages } from '#ui/chat/passages/passages.ts';
import { useHost } from '#ui/state/models.ts';
import { LibrarySearch } from './library-search.ts';

async function open() {
  stubLocalStorage();
  localStorage.setItem('alcove-preferences', '{"embeddingModel":"scripted-embed"}');
  const { ports, database } = await createTestPorts();
  await database.projects.add({ ...FULL_ROWS.projects, id: 'p' });
  const text = 'The household insurance ends in May.';
  const document = { id: 'd', conversationId: 'p', name: 'policy.txt', text, createdAt: 1 };
  await database.documents.add(document);
  await database.passages.bulkAdd(await makePassages(ports, document, undefined, () => {}));
  let closed = 0;
  const openLibrary = (onChange: () => void): OpenLibrary => {
    const library = new Library(database, onChange);
    return {
      read: (onProgress) => library.read(onProgress),
      search: (query) => library.search(query),
      models: async () => library.models(),
      close: () => closed++,
    };
  };
  let opened = 0;
  let change = () => {};
  const search = new LibrarySearch(ports, (onChange) => {
    opened++;
    change = onChange;
    return openLibrary(onChange);
  });
  const names = () => search.state.getState().results?.found.map(({ item }) => item.name) ?? null;
  return {
    ports,
    database,
    document,
    search,
    names,
    closed: () => closed,
    opened: () => opened,
    change: () => change(),
  };
}

test('searches by words and by meaning, and says which', async () => {
  const { search, names } = await open();
  const leave = search.enter();
  search.ask('Which of my 3 notes talk about insurance?', null);
  await expect.poll(names).toEqual(['policy.txt']);
  await expect.poll(() => search.state.getState().isByMeaning).toBe(true);
  expect(search.state.getState()).toMatchObject({ total: 1, reading: null, failure: null });
  search.ask('', null);
  await expect.poll(names).toBeNull();
  leave();
});

test('searches by words alone where the model of the vectors is not on this device', async () => {
  const { database, search, names } = await open();
  await database.passages.toCollection().modify({ model: 'elsewhere' });
  search.enter();
  search.ask('insurance', null);
  await expect.poll(names).toEqual(['policy.txt']);
  expect(search.state.getState().isByMeaning).toBe(false);
});

test('a model that cannot be loaded takes the meaning of no other away', async () => {
  const { database, search } = await open();
  const { models } = useHost.getState();
  const embed = models.find(({ id }) => id === 'scripted-embed');
  if (!embed) throw new Error('The scripted model is not there.');
  const absent = { ...embed, id: 'alcove-embed-multilingual' };
  useHost.setState({ models: [absent, ...models] });
  const [passage] = await database.passages.toArray();
  if (!passage) throw new Error('No passage is stored.');
  // More than of the other, so that it is asked first.
  const rows = [90, 91].map((start) => ({ ...passage, id: `d:${start}`, start, model: absent.id }));
  await database.passages.bulkAdd(rows);
  search.enter();
  search.ask('Which of my notes are about insurance?', null);
  await expect.poll(() => search.state.getState().isByMeaning).toBe(true);
});

test('a document that is deleted leaves the results, and comes back with Undo', async () => {
  const { database, document, search, names } = await open();
  search.enter();
  search.ask('insurance', null);
  await expect.poll(names).toEqual(['policy.txt']);
  const undo = await removeDocument(database, document);
  await expect.poll(names).toEqual([]);
  await undo();
  await expect.poll(names).toEqual(['policy.txt']);
});

test('the library leaves the memory a minute after its page, and not when the page is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { search, closed } = await open();
  const leave = search.enter();
  leave();
  search.enter()();
  vi.advanceTimersByTime(59_000);
  expect(closed()).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(closed()).toBe(1);
  vi.useRealTimers();
});

test('a change right before the library leaves the memory does not open it again', async () => {
  const { search, closed, opened, change } = await open();
  const leave = search.enter();
  await expect.poll(() => search.state.getState().total).toBe(1);
  vi.useFakeTimers();
  try {
    leave();
    vi.advanceTimersByTime(59_900);
    change();
    vi.advanceTimersByTime(10_000);
    change();
    vi.advanceTimersByTime(10_000);
    expect([opened(), closed()]).toEqual([1, 1]);
  } finally {
    vi.useRealTimers();
  }
});
