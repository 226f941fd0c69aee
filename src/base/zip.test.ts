import { expect, test } from 'vitest';
import { listZipEntries, packedBytesOf } from './zip.ts';
import { ZipWriter } from './zip-write.ts';

/** A blob of any size that exists in its written parts alone; zeros elsewhere. */
class Sparse {
  readonly parts: { at: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  size = 0;

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.parts.push({ at: this.size, bytes });
    this.size += bytes.length;
  }

  slice(start: number, end = this.size): Blob {
    if (end - start > 1e6) return { size: end - start } as Blob;
    const out = new Uint8Array(Math.max(0, Math.min(end, this.size) - start));
    for (const { at, bytes } of this.parts) {
      for (const [i, byte] of bytes.entries()) {
        const place = at + i - start;
        if (place >= 0 && place < out.length) out[place] = byte;
      }
    }
    return new Blob([out]);
  }
}

test('entries and archives beyond 4 GB are listed where they are', async () => {
  const zip = new ZipWriter();
  const file = new Sparse();
  const big = 5_000_000_000;
  file.add(zip.head({ name: 'first', bytes: big, crc: 1 }));
  file.size += big;
  file.add(zip.head({ name: 'second', bytes: 3, crc: 2 }));
  file.add(new Uint8Array([7, 8, 9]));
  for (const part of zip.end('a comment')) file.add(part);
  const blob = file as unknown as Blob;
  const entries = await listZipEntries(blob);
  expect(entries.map(({ name, packedBytes }) => [name, packedBytes])).toEqual([
    ['first', big],
    ['second', 3],
  ]);
  const [first, second] = entries;
  if (!first || !second) throw new Error('No entries.');
  expect((await packedBytesOf(blob, first)).size).toBe(big);
  const bytes = new Uint8Array(await (await packedBytesOf(blob, second)).arrayBuffer());
  expect([...bytes]).toEqual([7, 8, 9]);
});
