import { can } from '#device/capabilities.ts';

/** The stored form of a Blob in browsers that cannot store Blobs. */
interface StoredBytes {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/**
 * A row that this browser can store: Blobs become bytes where IndexedDB refuses them (private windows
 * of WebKit). Readers get Blobs back in both cases. To be awaited before a transaction begins, which
 * would end while the bytes are read.
 */
export async function storable<Row extends object>(row: Row): Promise<Row> {
  const blobs = Object.entries(row).filter(([, value]) => value instanceof Blob);
  if (blobs.length === 0 || (await can('blobsInIndexedDb'))) return row;
  const stored = { ...row };
  for (const [field, blob] of blobs as [string, Blob][]) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    Object.assign(stored, { [field]: { bytes, type: blob.type } satisfies StoredBytes });
  }
  return stored;
}
