import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { DocumentError } from './document-error.ts';
import { readDocument } from './read-document.ts';

const MAIN = 'word/document.xml';
const TEXT = '<w:p><w:r><w:t>The heron waits.</w:t></w:r></w:p>';

/** An archive, with bytes changed where a record of the directory begins (0x02014b50) or at its end (0x06054b50). */
function archive(
  change: (
    view: DataView,
    places: { local: number; entry: number; end: number },
  ) => void = () => {},
  files: Record<string, Uint8Array> = { [MAIN]: strToU8(TEXT) },
): Uint8Array<ArrayBuffer> {
  const bytes = zipSync(files) as Uint8Array<ArrayBuffer>;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  change(view, { local: 0, entry: view.getUint32(end + 16, true), end });
  return bytes;
}

/** The archive with the names of empty files before the first in its directory. */
function withNames(count: number): Uint8Array<ArrayBuffer> {
  const whole = archive();
  const end = new DataView(whole.buffer).getUint32(whole.length - 6, true);
  const added = new Uint8Array(count * 51);
  const view = new DataView(added.buffer);
  for (let i = 0; i < count; i++) {
    view.setUint32(i * 51, 0x02014b50, true);
    view.setUint16(i * 51 + 28, 5, true);
    added.set(strToU8(String(10_000 + (i % 90_000))), i * 51 + 46);
  }
  const bytes = new Uint8Array([...whole.slice(0, end), ...added, ...whole.slice(end)]);
  const size = bytes.length - 22 - end;
  new DataView(bytes.buffer).setUint32(bytes.length - 10, size, true);
  return bytes;
}

const READ: Record<string, () => Uint8Array<ArrayBuffer>> = {
  'an archive of 65,000 names': () => withNames(65_000),
  'an archive of 300,000 names': () => withNames(300_000),
  'a name of 65,000 characters before it': () =>
    archive(undefined, { ['a'.repeat(65_000)]: new Uint8Array(0), [MAIN]: strToU8(TEXT) }),
  'an unpacked size of 4 GB that is not true': () =>
    archive((view, { entry }) => view.setUint32(entry + 24, 0xffffffff, true)),
  'an unpacked size of 0 that is not true': () =>
    archive((view, { entry }) => view.setUint32(entry + 24, 0, true)),
  'a packed size beyond the file': () =>
    archive((view, { entry }) => view.setUint32(entry + 20, 0xffffffff, true)),
  'a number of entries that is not true': () =>
    archive((view, { end }) => view.setUint16(end + 10, 0xffff, true)),
};

const REFUSED: Record<string, () => Uint8Array<ArrayBuffer>> = {
  'a directory beyond the file': () =>
    archive((view, { end }) => view.setUint32(end + 16, 0xfffffff0, true)),
  'a directory of 4 GB': () =>
    archive((view, { end }) => view.setUint32(end + 12, 0xffffffff, true)),
  'a directory of nothing': () => archive((view, { end }) => view.setUint32(end + 12, 0, true)),
  'an entry beyond the file': () =>
    archive((view, { entry }) => view.setUint32(entry + 42, 0xfffffff0, true)),
  'an entry that is its own directory': () =>
    archive((view, { entry }) => view.setUint32(entry + 42, entry, true)),
  'a name longer than the directory': () =>
    archive((view, { entry }) => view.setUint16(entry + 28, 0xffff, true)),
  'an unknown method': () => archive((view, { entry }) => view.setUint16(entry + 10, 99, true)),
  'packed data that is none': () =>
    archive((view, { local }) => {
      for (let i = local + 50; i < local + 80; i++) view.setUint8(i, 0xff);
    }),
  'a packed size of 1': () => archive((view, { entry }) => view.setUint32(entry + 20, 1, true)),
  'names above the folder': () => archive(undefined, { '../word/document.xml': strToU8(TEXT) }),
  'the end record alone': () => archive().slice(-22),
  'half of it': () => archive().slice(0, 90),
  'nothing of it': () => new Uint8Array(0),
};

async function open(make: () => Uint8Array<ArrayBuffer>) {
  const file = new File([make()], 'heron.docx');
  const took = startStopwatch();
  const result = await readDocument(file, () => {}).catch((error: unknown) => error);
  expect(took()).toBeLessThan(2_000);
  return result;
}

test.each(Object.entries(READ))('%s: the document is read', async (_, make) => {
  expect(await open(make)).toEqual({ text: 'The heron waits.\n', note: null });
});

test.each(Object.entries(REFUSED))('%s: refused with the reason', async (_, make) => {
  const error = await open(make);
  expect(error).toBeInstanceOf(DocumentError);
  expect(error).toMatchObject({
    fault: expect.stringMatching(/^(?:not-word|no-word-text|empty)$/),
    facts: { name: 'heron.docx' },
  });
});

test.each([
  ['elements nested 200,000 deep', `${'<w:p>'.repeat(200_000)}${TEXT}${'</w:p>'.repeat(200_000)}`],
  [
    'entities that name each other',
    `<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]>${TEXT}<w:t>&a;</w:t>`,
  ],
  ['a comment and a tag that never end', `${TEXT}<!-- ${'<'.repeat(500_000)}`],
  ['500,000 attributes', `<w:p ${'a="b" '.repeat(500_000)}>${TEXT}</w:p>`],
])('a document with %s is read in little time', async (_, xml) => {
  const result = await open(() => archive(undefined, { [MAIN]: strToU8(xml) }));
  expect((result as { text: string }).text).toContain('The heron waits.');
});
