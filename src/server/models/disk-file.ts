import { open, stat } from 'node:fs/promises';
import { joinBytes } from '#base/bytes.ts';
import type { FileBytes } from '#base/zip.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * A file of the disk, or a part of it, read as a blob is. Blobs of Node know 32 bits of a file's size: bytes beyond
 * 4 GiB are not in them.
 */
export class DiskFile implements FileBytes {
  readonly size: number;
  readonly #path: string;
  readonly #start: number;

  private constructor(path: string, start: number, size: number) {
    this.#path = path;
    this.#start = start;
    this.size = size;
  }

  /** Rejects with the error of the system where there is no such file. */
  static async open(path: string): Promise<DiskFile> {
    return new DiskFile(path, 0, (await stat(path)).size);
  }

  slice(start = 0, end = this.size): DiskFile {
    const place = (at: number) => (at < 0 ? Math.max(0, this.size + at) : Math.min(at, this.size));
    const from = place(start);
    return new DiskFile(this.#path, this.#start + from, Math.max(0, place(end) - from));
  }

  /** Ends early where the file has become shorter. */
  async *#chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = await open(this.#path);
    try {
      for (let done = 0; done < this.size; ) {
        const bytes = new Uint8Array(Math.min(CHUNK_BYTES, this.size - done));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#start + done);
        if (bytesRead === 0) return;
        yield bytes.subarray(0, bytesRead);
        done += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const chunks = this.#chunks();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    });
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.#chunks()) parts.push(part);
    return joinBytes(parts).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
