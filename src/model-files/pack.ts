import { createCRC32, createSHA256, sha256 as hashOf } from 'hash-wasm';
import { isRecord } from '#base/guards.ts';
import { type FileBytes, listZipEntries, packedBytesOf, type ZipEntry } from '#base/zip.ts';
import { ZipWriter } from '#base/zip-write.ts';
import type { ModelCard } from '#catalog/model-card.ts';

/**
 * A pack: models in one file, for machines without a network. It is a zip archive of stored entries: `alcove-pack.json`
 * first, with the card, licence and the hash of every file of each model, then `LICENCES.txt`, then the files under
 * `models/`. The comment of the archive is the hash of `alcove-pack.json`.
 */

const LIST = 'alcove-pack.json';
const LICENCES = 'LICENCES.txt';
const FORMAT = 1;
const MAX_LIST_BYTES = 4_000_000;
const MAX_MODELS = 100;
const MAX_FILES = 2_000;
/** Names as the hub has them, a person's own ones, and WebLLM's, which have one part. */
const ID = /^[\w-][\w.-]{0,95}(?:\/[\w-][\w.-]{0,95})?$/;
const MAX_PATH = 1_000;
const PATH = /^[\w-][\w.@+ -]{0,120}(?:\/[\w-][\w.@+ -]{0,120}){0,5}$/;
/** What stores write next to the files of a model, and code: a pack brings weights and texts alone. */
const NOT_PACKED = /(?:^alcove-model\.json|\.mark|\.version|\.part|\.wasm)$/i;

export interface PackedFile {
  path: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

export interface PackedModel {
  /** Of a pack that is read: not checked beyond its id and title, readers decide which cards they take. */
  card: ModelCard;
  revision: string | null;
  files: readonly PackedFile[];
}

/** The fault of a pack, or of the files for one, in a sentence for people. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/** Whether a file may be in a pack: it is none that stores write themselves, and no code. */
export function isPackable(path: string): boolean {
  return PATH.test(path) && !NOT_PACKED.test(path);
}

/**
 * The pieces of a pack, in their order. Each file is read once before, and compared with its hash.
 * @param open The bytes of a file of a model
 * @param onBytes The bytes that are read so far, of all
 * @throws PackError where a file is missing or differs from its hash, or where the pack could not be opened again
 */
export async function* writePack<File extends FileBytes>(
  models: readonly PackedModel[],
  open: (model: PackedModel, path: string) => Promise<File | null>,
  onBytes: (done: number, total: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer> | File> {
  const zip = new ZipWriter();
  const text = async function* (name: string, content: string) {
    const bytes = new TextEncoder().encode(content);
    const crc = (await createCRC32()).init().update(bytes).digest('hex');
    yield zip.head({ name, bytes: bytes.length, crc: Number.parseInt(crc, 16) });
    yield bytes;
  };
  for (const model of models) requirePackable(model);
  const list = `${JSON.stringify({ format: FORMAT, models }, null, 1)}\n`;
  const listBytes = new TextEncoder().encode(list).length;
  if (models.length > MAX_MODELS || listBytes > MAX_LIST_BYTES) {
    throw new PackError('These are too many models or files for one pack. Pack fewer together.');
  }
  yield* text(LIST, list);
  yield* text(LICENCES, licencesOf(models));
  const total = models.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const model of models) {
    for (const file of model.files) {
      const blob = await open(model, file.path);
      const done = before;
      const crc = await checkFile(blob, file, model, (read) => onBytes(done + read, total));
      before += file.bytes;
      yield zip.head({ name: nameOf(model.card.id, file.path), bytes: file.bytes, crc });
      if (blob) yield blob;
    }
  }
  yield* zip.end(await hashOf(list));
}

const nameOf = (id: string, path: string) => `models/${encodeURIComponent(id)}/${path}`;

function licencesOf(models: readonly PackedModel[]): string {
  const lines = models.map(({ card }) => {
    const page = card.source?.page;
    return `${card.title} (${card.id})\n  Licence: ${card.licence}\n  From: ${card.owner}${page ? `, ${page}` : ''}\n`;
  });
  return `The models of this pack are their makers' work, under these licences:\n\n${lines.join('\n')}`;
}

/** @returns its CRC-32 @throws PackError */
async function checkFile(
  blob: FileBytes | null,
  { path, bytes, sha256 }: PackedFile,
  { card }: PackedModel,
  onBytes: (done: number) => void,
): Promise<number> {
  if (!blob) throw new PackError(`${path} of ${card.title} is missing. Download the model again.`);
  const crc = (await createCRC32()).init();
  const hash = (await createSHA256()).init();
  let read = 0;
  for await (const chunk of chunksOf(blob)) {
    crc.update(chunk);
    hash.update(chunk);
    read += chunk.length;
    onBytes(read);
  }
  if (read !== bytes || hash.digest('hex') !== sha256) {
    throw new PackError(
      `${path} of ${card.title} is damaged. Delete the model and install it again.`,
    );
  }
  return Number.parseInt(crc.digest('hex'), 16);
}

/** Not `for await` of the stream: WebKit's has no iterator. */
async function* chunksOf(blob: FileBytes): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A pack that was opened: its list is whole, the files are checked as they are read. */
export class Pack {
  readonly models: readonly PackedModel[];
  readonly #file: FileBytes;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(
    file: FileBytes,
    entries: ReadonlyMap<string, ZipEntry>,
    models: readonly PackedModel[],
  ) {
    this.#file = file;
    this.#entries = entries;
    this.models = models;
  }

  /** @throws PackError for a file that is no pack, or a damaged one */
  static async open(file: FileBytes): Promise<Pack> {
    const all = await listZipEntries(file).catch((cause: unknown) => {
      throw new PackError('The file is no pack of models, or it is cut off or damaged.', { cause });
    });
    const entries = new Map(all.map((entry) => [entry.name, entry]));
    const list = entries.get(LIST);
    if (!list) throw new PackError('The file is no pack of models.');
    const bytes = list.packedBytes <= MAX_LIST_BYTES ? await storedBytes(file, list) : null;
    const text = await bytes?.text();
    const end = await file.slice(-64).text();
    if (text === undefined || (await hashOf(text)) !== end) {
      throw new PackError(`${LIST} in the pack is damaged.`);
    }
    const pack = new Pack(file, entries, parseList(text));
    for (const model of pack.models) for (const one of model.files) pack.#entryOf(model, one);
    return pack;
  }

  #entryOf({ card }: PackedModel, { path, bytes }: PackedFile): ZipEntry {
    const entry = this.#entries.get(nameOf(card.id, path));
    if (entry?.method !== 0 || entry.packedBytes !== bytes) {
      throw new PackError(`The pack has no whole ${path} of ${card.title}.`);
    }
    return entry;
  }

  /**
   * The bytes of a file, piece by piece. The hash is compared after the last one.
   * @throws PackError where the file differs from its hash
   */
  async *read(model: PackedModel, file: PackedFile): AsyncGenerator<Uint8Array> {
    const bytes = await storedBytes(this.#file, this.#entryOf(model, file));
    const hash = (await createSHA256()).init();
    if (bytes) {
      for await (const chunk of chunksOf(bytes)) {
        hash.update(chunk);
        yield chunk;
      }
    }
    if (bytes?.size !== file.bytes || hash.digest('hex') !== file.sha256) {
      throw new PackError(
        `${file.path} of ${model.card.title} is damaged: its SHA-256 differs. Copy the pack again.`,
      );
    }
  }
}

const storedBytes = (file: FileBytes, entry: ZipEntry) =>
  packedBytesOf(file, entry).catch(() => null);

/** @throws PackError */
function parseList(text: string): PackedModel[] {
  const value = parsed(text);
  if (!isRecord(value) || !Array.isArray(value['models']))
    throw new PackError(`${LIST} in the pack is damaged.`);
  if (value['format'] !== FORMAT) {
    throw new PackError('The pack was made by a newer version of Alcove. Update this one.');
  }
  const models = value['models'] as unknown[];
  if (models.length === 0 || models.length > MAX_MODELS || !models.every(isModel)) {
    throw new PackError(`${LIST} in the pack describes no models that can be read.`);
  }
  for (const model of models) requirePackable(model);
  return models;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isModel(value: unknown): value is PackedModel {
  if (!isRecord(value) || !isRecord(value['card'])) return false;
  const { files, revision, card } = value;
  const isNamed = typeof card['id'] === 'string' && typeof card['title'] === 'string';
  const isOfRevision = revision === null || typeof revision === 'string';
  return isNamed && isOfRevision && Array.isArray(files) && files.every(isFile);
}

/** What holds for each model of a pack, when it is written and when it is read. @throws PackError with the reason */
function requirePackable({ card, files }: PackedModel): void {
  if (!ID.test(card.id)) throw new PackError(`A pack cannot have the name of ${card.title}.`);
  if (files.length === 0 || files.length > MAX_FILES) {
    throw new PackError(
      `A pack has 1 to ${MAX_FILES} files of a model; ${card.title} has ${files.length}.`,
    );
  }
  const wrong = files.find(({ path }) => !isPackable(path));
  if (wrong) throw new PackError(`A pack cannot have the file "${wrong.path}" of ${card.title}.`);
  if (!isTree(files.map(({ path }) => path.toLowerCase()))) {
    throw new PackError(
      `Two files of ${card.title} have the same name, or one has that of a folder.`,
    );
  }
}

/** Whether all paths differ, and none is a folder of another: also where a disk knows no small letters. */
function isTree(paths: readonly string[]): boolean {
  const all = new Set(paths);
  const foldersOf = (path: string) =>
    Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index));
  return (
    all.size === paths.length &&
    !paths.some((path) => foldersOf(path).some((folder) => all.has(folder)))
  );
}

function isFile(value: unknown): value is PackedFile {
  if (!isRecord(value)) return false;
  const { path, bytes, sha256 } = value;
  return (
    typeof path === 'string' &&
    path.length <= MAX_PATH &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}
