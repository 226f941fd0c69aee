import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Pack, type PackedModel, writePack } from '#model-files/pack.ts';
import { type ReadCard, readCard } from '#model-library/read-card.ts';
import { DiskFile } from './disk-file.ts';
import { PullError } from './download.ts';
import { isModelId, type ModelFolder, type PulledModel } from './model-folder.ts';

type OnProgress = (label: string, done: number, total: number) => void;

const ENDING = /\.(?:alcovepack|zip)$/i;

/**
 * Whether a name is that of a pack on the disk: by its ending, or by its first bytes.
 * @throws PullError where the name ends as packs do, and there is no such file
 */
export async function isPackFile(name: string): Promise<boolean> {
  const there = await stat(name).catch(() => null);
  const isPack = ENDING.test(name);
  if (isPack && !there) throw new PullError(`There is no file "${name}".`);
  if (!there?.isFile()) return false;
  return isPack || (await firstBytes(name)) === 'PK\u0003\u0004';
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Stores the models of a pack, each file compared with its hash. A model that is there stays; one with a damaged file
 * is not stored. @returns the models of the pack
 * @throws PullError or PackError with a sentence for a person
 */
export async function pullPack(
  path: string,
  models: ModelFolder,
  onProgress: OnProgress,
): Promise<PulledModel[]> {
  const pack = await Pack.open(await DiskFile.open(path));
  const pulled: PulledModel[] = [];
  for (const model of pack.models) {
    const { files } = model;
    const card = readCard(model.card);
    if (!card || !isModelId(card.id)) {
      throw new PullError(
        `"${model.card.title}" in the pack is no model that a server of this version offers.`,
      );
    }
    const storing = { path, pack, card, models, onProgress };
    pulled.push(models.find(card.id) ?? (await store(model, storing)));
    onProgress(card.title, files.length, files.length);
  }
  return pulled;
}

interface Storing {
  path: string;
  pack: Pack;
  card: ReadCard;
  models: ModelFolder;
  onProgress: OnProgress;
}

async function store(model: PackedModel, { path, pack, card, models, onProgress }: Storing) {
  const { files } = model;
  const part = models.openPart(card.id);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  try {
    for (const file of files) {
      const target = join(part, ...file.path.split('/'));
      await mkdir(dirname(target), { recursive: true });
      const counted = async function* () {
        for await (const bytes of pack.read(model, file)) {
          done += bytes.length;
          onProgress(card.title, done, total);
          yield bytes;
        }
      };
      await pipeline(counted, createWriteStream(target));
    }
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw inWords(error, models.path);
  }
  // Browsers store the files of a repository in one folder: a model of a pack has none but its own.
  const own = { ...card, downloadBytes: total, source: { ...card.source, repository: card.id } };
  return models.publish(part, { card: own, from: path, files });
}

/**
 * Writes models of the server into one file, which is there only when it is whole. `out`: the file, which gets the ending of
 * packs where it has none, or a folder for it.
 * @returns its path
 * @throws PullError or PackError with a sentence for a person
 */
export async function makePack(
  ids: readonly string[],
  out: string,
  models: ModelFolder,
  onProgress: OnProgress,
): Promise<string> {
  const chosen = ids.length > 0 ? ids.map((id) => found(models, id)) : models.list();
  const [first] = chosen;
  if (!first) throw new PullError('There is no model to pack. "alcove list" lists the models.');
  const name = chosen.length === 1 ? first.card.id.replaceAll('/', '-') : 'models';
  const isFolder = (await stat(out).catch(() => null))?.isDirectory() ?? false;
  const file = ENDING.test(out) ? out : `${out}.alcovepack`;
  const target = resolve(isFolder ? join(out, `${name}.alcovepack`) : file);
  const part = `${target}.part`;
  const packed = chosen.map(packable);
  const read = async ({ card }: PackedModel, path: string) => {
    const stored = models.fileOf(found(models, card.id), path);
    return stored && (await DiskFile.open(stored.file).catch(() => null));
  };
  const pieces = async function* () {
    for await (const piece of writePack(packed, read, (done, total) =>
      onProgress('Packing', done, total),
    )) {
      if (piece instanceof Uint8Array) yield piece;
      else yield* piece.stream();
    }
  };
  try {
    // Not `write` of a file: it may take a part of the bytes where the disk is full.
    await pipeline(pieces, createWriteStream(part));
    await rename(part, target);
    return target;
  } catch (error) {
    await rm(part, { force: true });
    throw inWords(error, dirname(target));
  }
}

/** A full disk in a sentence; any other error as it is. */
function inWords(error: unknown, folder: string): unknown {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull ? new PullError(`The disk of ${folder} is full.`, { cause: error }) : error;
}

/** @throws PullError for a model that no other Alcove would open */
function packable({ card, revision, files }: PulledModel): PackedModel {
  const read = readCard(card);
  const packed = files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  if (read) return { card: read, revision, files: packed };
  throw new PullError(
    `${card.title} cannot be packed: no other Alcove could read its description. Remove it and pull it again.`,
  );
}

function found(models: ModelFolder, id: string): PulledModel {
  const model = models.find(id);
  if (model) return model;
  throw new PullError(`Model "${id}" is not on this server. "alcove list" lists the models.`);
}
