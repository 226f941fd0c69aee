import { beforeEach, expect, test, vi } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import type { Services } from '#ui/services.ts';
import { useToasts } from '#ui/state/toasts.ts';
import { importOffered, startChosenExport, useTransfer } from './transfer.ts';

beforeEach(() => {
  stubLocalStorage();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  useToasts.setState({ toasts: [] });
});

const chat = (id: string) =>
  new File(
    [JSON.stringify({ conversation: { ...FULL_ROWS.conversations, id }, messages: [] })],
    `${id}.json`,
  );
const services = {} as Services;
const go = () => {};
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

test('files that are offered during an import are imported after it', async () => {
  const first = importOffered(services, [chat('first')], go);
  await vi.waitFor(() => expect(useTransfer.getState().transfer).not.toBeNull());
  const second = importOffered(services, [chat('second')], go);
  await Promise.all([first, second]);
  expect(await new AlcoveDatabase().conversations.toCollection().primaryKeys()).toEqual(
    expect.arrayContaining(['first', 'second']),
  );
  expect(texts()).toContain('The files are imported once the running import or export has ended.');
  expect(useTransfer.getState().transfer).toBeNull();
});

test('a file without anything to import goes where it was dropped', async () => {
  const empty = new File(['{"conversation":{"id":5}}'], 'notes.json');
  const added: string[] = [];
  const add = (files: readonly File[]) => void added.push(...files.map(({ name }) => name));
  await importOffered(services, [empty, chat('third')], go, add);
  expect(added).toEqual(['notes.json']);
  expect(texts()).toContain('Imported 1 chat, 0 already here.');
  await importOffered(services, [empty], go, add);
  expect(added).toHaveLength(2);
  expect(texts().some((text) => text.includes('Import failed'))).toBe(false);
});

test('a project is exported with a toast that cancels it, and nothing is saved then', async () => {
  const saved: string[] = [];
  const link = { download: '', click: () => void saved.push(link.download) };
  vi.stubGlobal('document', { createElement: () => link });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const warned: string[] = [];
  vi.stubGlobal('addEventListener', (type: string) => void warned.push(type));
  const chosen = { kind: 'project', ids: ['none'] } as const;
  const exporting = startChosenExport(chosen, 'Birds');
  // It has waited for those before it.
  await Promise.resolve();
  expect(texts()).toEqual(['Exporting']);
  expect(useTransfer.getState().transfer?.kind).toBe('export');
  expect(warned).toContain('beforeunload');
  await useToasts.getState().toasts[0]?.action?.run();
  await exporting;
  expect(texts()).toEqual(['Export cancelled.']);
  expect(saved).toEqual([]);
  await startChosenExport(chosen, 'Birds');
  expect(texts()).toContain('Exported and verified. The file is in your downloads.');
  expect(saved).toEqual(['Birds.ndjson']);
});
