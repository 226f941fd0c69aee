import type { ModelCard } from '#catalog/model-card.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import type { FileStore } from '#model-files/file-store.ts';
import { isPackable, Pack, PackError, type PackedModel, writePack } from '#model-files/pack.ts';
import { writeModelFile } from '#model-files/write-model-file.ts';
import { readCard } from './read-card.ts';
import { isSameFolder } from './stored-model.ts';

/** Ids of models that packs bring: names of the hub, or a person's own ones. */
const ID = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/;

/** Whether a file is an archive, as packs are; GGUF files are none. */
export async function isArchive(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'PK\u0003\u0004';
}

/** What a pack brings: the cards of its models, with the file that they come from. @throws PackError */
export async function describePack(file: Blob, name: string): Promise<ModelCard[]> {
  const { models } = await Pack.open(file);
  return models.map((model) => {
    const card = cardOf(model);
    const source = {
      isMeasured: true,
      ...card.source,
      page: card.source?.page ?? '',
      repository: folderOf(card),
      file: { name, bytes: file.size },
    };
    return { ...card, source };
  });
}

/**
 * Models for WebLLM are the catalogue's: what a pack says of them is not read, and their libraries are code, which no
 * pack brings. Other models have folders of their own names, so that none is in that of another.
 * @throws PackError
 */
function cardOf({ card, files }: PackedModel): ModelCard {
  const known = WEBLLM_MODELS.find(({ id }) => id === card.id);
  if (known) return known;
  const downloadBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const read = readCard(card);
  const isOfWebllm = WEBLLM_MODELS.some((one) => isSameFolder(repositoryOf(one), card.id));
  if (read && ID.test(card.id) && !isOfWebllm) return { ...read, downloadBytes };
  throw new PackError(
    `"${card.title}" in the pack is no model that this version runs. Update Alcove, or make the pack again.`,
  );
}

/** Where the files of a model are stored: by its own name, so that no pack can replace another model's. */
const folderOf = (card: ModelCard) => (card.runtime === 'webllm' ? repositoryOf(card) : card.id);
const repositoryOf = ({ id, source }: ModelCard) => source?.repository ?? id;

/**
 * Stores the files of one model of a pack, each compared with its hash. Nothing stays of a damaged one; earlier files,
 * such as the parts of a download, go only after the first one of the pack was right.
 */
export async function unpackModel(
  file: Blob,
  id: string,
  store: FileStore,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (done: number) => void },
): Promise<void> {
  const pack = await Pack.open(file);
  const model = pack.models.find(({ card }) => card.id === id);
  if (!model) throw new PackError('The pack does not have this model any more.');
  const folder = folderOf(cardOf(model));
  for (const first of model.files.slice(0, 1)) {
    for await (const _ of pack.read(model, first)) signal.throwIfAborted();
  }
  await store.discardModel(folder);
  let done = 0;
  for (const one of model.files) {
    const writer = await writeModelFile(store, folder, one.path);
    try {
      for await (const bytes of pack.read(model, one)) {
        signal.throwIfAborted();
        await writer.write(bytes);
        done += bytes.length;
        onBytes(done);
      }
      await writer.complete();
    } catch (error) {
      writer.close();
      await store.discardModel(folder);
      throw error;
    }
  }
}

/** Installed models as one file, by reference: nothing is copied until it is saved. @throws PackError */
export async function packModels(
  store: FileStore,
  models: readonly (PackedModel & { folder: string })[],
  onBytes: (done: number) => void,
): Promise<Blob> {
  const folders = new Map(models.map(({ card, folder }) => [card.id, folder]));
  const packed = models.map(packable);
  const open = ({ card }: PackedModel, path: string) =>
    store.read(folders.get(card.id) ?? '', path);
  const pieces: BlobPart[] = [];
  for await (const piece of writePack(packed, open, onBytes)) pieces.push(piece);
  return new Blob(pieces, { type: 'application/zip' });
}

/** What a pack has of a model: nothing that another Alcove would refuse. @throws PackError for a model that none would open */
function packable({ card, revision, files }: PackedModel): PackedModel {
  if (card.runtime !== 'webllm') {
    const read = readCard(card);
    if (read && ID.test(card.id)) return { card: read, revision, files };
    throw new PackError(
      `${card.title} cannot be saved as a pack: no other Alcove could read its description.`,
    );
  }
  if (!WEBLLM_MODELS.some(({ id }) => id === card.id)) {
    throw new PackError(
      `${card.title} cannot be saved as a pack: its compiled library is code, which packs do not bring, and the catalogue does not have the model.`,
    );
  }
  return { card, revision, files: files.filter(({ path }) => isPackable(path)) };
}
