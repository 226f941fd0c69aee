import { afterEach, expect, test, vi } from 'vitest';
import { READER_ADDRESSES } from '#catalog/voice-reader.ts';
import { FileStore } from '#model-files/file-store.ts';
import { fetchForModel } from './store-fetch.ts';

afterEach(() => vi.unstubAllGlobals());

test('only the dictionary of a downloaded voice is fetched from this origin', async () => {
  const fetched: string[] = [];
  const read: string[] = [];
  vi.stubGlobal('self', { location: { origin: 'https://app.test' } });
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return new Response('{}');
  });
  const store = new FileStore();
  vi.spyOn(store, 'read').mockImplementation(async (repository, path) => {
    read.push(`${repository} ${path}`);
    return new File(['{}'], path);
  });
  // A repository of the hub that has the name of the voice in the box.
  const id = 'models/alcove-voice';
  const source = { repository: id, page: '', isMeasured: true };
  const request = fetchForModel({ id, device: 'wasm', source }, [], () => {}, store);
  await request(`/models/${id}/config.json`);
  await request('https://elsewhere.test/models/alcove-voice/config.json');
  expect([read, fetched]).toEqual([[`${id} config.json`], []]);
  expect((await request('/models/alcove-voice/config.json')).ok).toBe(true);
  expect(fetched).toEqual(READER_ADDRESSES);
});
