import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Pack, type PackedModel, writePack } from '#model-files/pack.ts';
import { readCard } from '#model-library/read-card.ts';
import { PullError } from './download.ts';
import { isModelId, type ModelFolder, type PulledModel } from './model-folder.ts';

type OnProgress = (label: string, done: number, total: number) => void;

/** Whether a name is that of a pack on the disk. */
export async function isPackFile(name: string): Promise<boolean> {
  if (!/\.(?:alcovepack|zip)$/i.test(name)) return false;
  return (await stat(name).catch(() => null))?.isFile() ?? false;
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
  const pack = await Pack.open(await openAsBlob(path));
  const pulled: PulledModel[] = [];
  for (const model of pack.models) {
    const { card, files } = model;
    if (!isModelId(card.id) || readCard(card) === null) {
      throw new PullError(
        `"${card.title}" in the pack is no model that a server of this version offers.`,
      );
    }
    pulled.push(models.find(card.id) ?? (await store(model, { path, pack, models, onProgress })));
    onProgress(card.title, files.length, files.length);
  }
  return pulled;
}

interface Storing {
  path: string;
  pack: Pack;
  models: ModelFolder;
  onProgress: OnProgress;
}

async function store(model: PackedModel, { path, pack, models, onProgress }: Storing) {
  const { card, files } = model;
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
    throw error;
  }
  return models.publish(part, { card: { ...card, downloadBytes: total }, from: path, files });
}

/**
 * Writes models of the server into one file, which is there only when it is whole. `out`: the file, or a folder for it.
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
  const target = resolve(isFolder ? join(out, `${name}.alcovepack`) : out);
  const part = `${target}.part`;
  const packed = chosen.map(({ card, revision, files }) => ({ card, revision, files }));
  const read = async ({ card }: PackedModel, path: string) => {
    const file = models.fileOf(found(models, card.id), path);
    return file && (await openAsBlob(file.file).catch(() => null));
  };
  const file = await open(part, 'w');
  try {
    for await (const piece of writePack(packed, read, (done, total) =>
      onProgress('Packing', done, total),
    )) {
      const parts = piece instanceof Blob ? piece.stream() : [piece];
      for await (const bytes of parts) await file.write(bytes);
    }
    await file.close();
    await rename(part, target);
    return target;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

function found(models: ModelFolder, id: string): PulledModel {
  const model = models.find(id);
  if (model) return model;
  throw new PullError(`Model "${id}" is not on this server. "alcove list" lists the models.`);
}
