import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelCard } from '#catalog/model-card.ts';
import { PIECE_BYTES } from '#model-files/model-file.ts';
import { readAt } from './packages.ts';

/** A model that `alcove pull` fetched, as its folder describes it. */
export interface PulledModel {
  /** How the app lists it. */
  card: ModelCard;
  /** The address, package or folder it was fetched from. */
  from: string;
  /** Of its files: another one wherever a file differs. */
  revision: string;
  files: readonly PulledFile[];
}

export interface PulledFile {
  /** Inside the repository: `onnx/model_q4.onnx`. */
  path: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
  /** SHA-256 of each `PIECE_BYTES` of a file of more than one: browsers check them faster. */
  pieces?: readonly string[];
}

const DESCRIPTION = 'alcove-model.json';
const NAME = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/;

export function isModelId(id: string): boolean {
  return NAME.test(id);
}

/**
 * The models next to the app: a folder for each, written elsewhere and renamed when it is whole, so that a server never
 * sees half of one.
 */
export class ModelFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Whole models by name. A folder without a readable description is ignored. */
  list(): PulledModel[] {
    return namesIn(this.path)
      .filter((name) => !name.startsWith('.'))
      .map((name) => readDescription(join(this.path, name)))
      .filter((model) => model !== null);
  }

  find(id: string): PulledModel | null {
    return isModelId(id) ? readDescription(this.#folderOf(id)) : null;
  }

  /** The file of a model; null for a path that its description does not list. */
  fileOf({ card, files }: PulledModel, path: string): (PulledFile & { file: string }) | null {
    const found = files.find((file) => file.path === path);
    return found ? { ...found, file: placeIn(this.#folderOf(card.id), path) } : null;
  }

  /** Where the files of a model are written until they are whole. What an earlier try left is there. */
  openPart(id: string): string {
    const part = join(this.path, '.parts', encodeURIComponent(id));
    mkdirSync(part, { recursive: true, mode: 0o700 });
    return part;
  }

  /** Replaces a model by a folder that is whole. */
  async publish(part: string, model: Omit<PulledModel, 'revision'>): Promise<PulledModel> {
    const hash = createHash('sha256').update(JSON.stringify(model.files)).digest('hex');
    const files: PulledFile[] = [];
    for (const file of model.files) {
      const pieces = await hashPieces(placeIn(part, file.path), file.bytes);
      files.push({ ...file, ...(pieces && { pieces }) });
    }
    const whole = { ...model, files, revision: hash.slice(0, 40) };
    writeFileSync(join(part, DESCRIPTION), `${JSON.stringify(whole, null, 1)}\n`);
    const folder = this.#folderOf(model.card.id);
    // A folder cannot be renamed onto another one.
    const old = join(this.path, '.parts', `old-${randomUUID()}`);
    if (readDescription(folder)) renameSync(folder, old);
    else rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
    rmSync(old, { recursive: true, force: true });
    return whole;
  }

  /** Removes a model, and what an unfinished pull left of it. @returns whether there was any */
  remove(id: string): boolean {
    if (!isModelId(id)) return false;
    const name = encodeURIComponent(id);
    const places = [this.#folderOf(id), join(this.path, '.parts', name)];
    const isThere =
      namesIn(this.path).includes(name) || namesIn(join(this.path, '.parts')).includes(name);
    for (const place of places) rmSync(place, { recursive: true, force: true });
    return isThere;
  }

  #folderOf(id: string): string {
    return join(this.path, encodeURIComponent(id));
  }
}

const placeIn = (folder: string, path: string) => join(folder, ...path.split('/'));

/** Null for a file of one piece. */
async function hashPieces(path: string, bytes: number): Promise<string[] | null> {
  if (bytes <= PIECE_BYTES) return null;
  const pieces: string[] = [];
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < bytes; at += PIECE_BYTES) {
      const piece = await readAt(file, at, Math.min(PIECE_BYTES, bytes - at));
      pieces.push(createHash('sha256').update(piece).digest('hex'));
    }
    return pieces;
  } finally {
    await file.close();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readDescription(folder: string): PulledModel | null {
  try {
    const model = JSON.parse(readFileSync(join(folder, DESCRIPTION), 'utf8')) as PulledModel;
    return isModelId(model.card.id) && Array.isArray(model.files) ? model : null;
  } catch {
    return null;
  }
}
