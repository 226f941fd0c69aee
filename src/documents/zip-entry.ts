import { listZipEntries, openZipEntry, type ZipEntry } from '#base/zip.ts';
import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';

/** The entries of an archive by their names, under one limit of unpacked bytes for all that are read. */
export class ZipPackage {
  readonly #file: File;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #max: number;
  #left: number;

  private constructor(file: File, entries: readonly ZipEntry[], max: number) {
    this.#file = file;
    this.#max = max;
    this.#left = max;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** @throws Error when the file is not an archive. */
  static async open(file: File, max: number = LIMITS.markupCharacters): Promise<ZipPackage> {
    return new ZipPackage(file, await listZipEntries(file), max);
  }

  names(pattern: RegExp): string[] {
    return [...this.#entries.keys()].filter((name) => pattern.test(name));
  }

  /** The text of an entry; empty where there is none. @throws DocumentError beyond the limit */
  async text(name: string | undefined): Promise<string> {
    const bytes = await this.bytes(name);
    if (!bytes) return '';
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
    return new TextDecoder(isWide ? 'utf-16' : 'utf-8').decode(bytes);
  }

  /** The bytes of an entry; null where there is none. @throws DocumentError beyond the limit */
  async bytes(name: string | undefined): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = this.#entries.get(name ?? '');
    if (!entry) return null;
    const reader = (await openZipEntry(this.#file, entry)).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      this.#left -= value.length;
      if (this.#left < 0) {
        reader.cancel().catch(() => {});
        const facts = { name: this.#file.name, max: this.#max };
        throw new DocumentError('unpacks', facts);
      }
      parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }
}
