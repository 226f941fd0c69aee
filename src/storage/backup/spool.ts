import { createSHA256, type IHasher } from 'hash-wasm';
import { fromBase64 } from '#base/bytes.ts';
import { BackupError, LIMITS, megabytes } from './format.ts';
import type { ReadParts } from './pack-row.ts';
import type { OpenSink, Sink } from './sink.ts';

const DAMAGED = 'The file is damaged: a part of a recording is missing or was changed.';

/** Parts of binary data that came before their row. */
export class Spool implements ReadParts {
  readonly #openSink: OpenSink;
  readonly #done = new Map<number, { data: Blob; sink: Sink }>();
  #open: { part: number; sink: Sink; size: number; hash: IHasher } | null = null;

  constructor(openSink: OpenSink) {
    this.#openSink = openSink;
  }

  /** Adds a line's chunk of a part. @throws BackupError */
  async add(line: { part: number; data?: unknown; size?: unknown; sha256?: unknown }) {
    if (this.#open && this.#open.part !== line.part) throw new BackupError(DAMAGED);
    this.#open ??= {
      part: line.part,
      sink: await this.#openSink(),
      size: 0,
      hash: await openHash(),
    };
    const open = this.#open;
    if (typeof line.data === 'string') {
      const bytes = decode(line.data);
      open.hash.update(bytes);
      await open.sink.write(bytes);
      open.size += bytes.length;
      return;
    }
    if (line.size !== open.size || line.sha256 !== open.hash.digest()) {
      throw new BackupError(DAMAGED);
    }
    this.#done.set(open.part, { data: await open.sink.close(), sink: open.sink });
    this.#open = null;
  }

  async blob(part: number, type: string): Promise<Blob> {
    const data = this.#find(part);
    return data.slice(0, data.size, type);
  }

  async bytes(part: number): Promise<Uint8Array<ArrayBuffer>> {
    const data = this.#find(part);
    if (data.size > LIMITS.memoryBytes) {
      throw new BackupError(
        `Vectors or a text of ${megabytes(data.size)} are larger than ${megabytes(LIMITS.memoryBytes)}, the limit of an import.`,
      );
    }
    return new Uint8Array(await data.arrayBuffer());
  }

  get hasParts(): boolean {
    return this.#done.size > 0;
  }

  /** Deletes the parts so far: their rows are stored. */
  async clear(): Promise<void> {
    for (const { sink } of this.#done.values()) await sink.discard();
    this.#done.clear();
  }

  async close(): Promise<void> {
    await this.clear();
    await this.#open?.sink.discard();
  }

  #find(part: number): Blob {
    const found = this.#done.get(part);
    if (!found) throw new BackupError(DAMAGED);
    return found.data;
  }
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw new BackupError(DAMAGED);
  }
}

/** A hash of bytes that come in pieces. @throws BackupError where WebAssembly is switched off. */
export function openHash(): Promise<IHasher> {
  return createSHA256().catch((error: unknown) => {
    throw new BackupError(
      'This browser does not run WebAssembly, which checks exported files. Allow it for this site, reload, and try again. The stored data is unchanged.',
      { cause: error },
    );
  });
}
