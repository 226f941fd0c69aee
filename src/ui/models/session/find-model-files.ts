import { kindByBytes } from '#documents/is-document.ts';
import type { PathFile } from '#ui/kit/dropped-files.ts';

/** A model that a person has as a file. */
export interface FoundModel {
  /** How people know it: the file's name, or `name:size` in Ollama. */
  name: string;
  /** Where it is within the folder, or the repository that it is of. */
  place: string;
  file: File;
  /** As the folder states it next to the file. */
  licence: string | null;
}

/** Files of a folder that are looked at; caches of models have some thousands. */
const MAX_FILES = 50_000;
/** Files without an ending that are opened to see what they are. */
const MAX_OPENED = 500;
/** A smaller file is no model for chats. */
const MIN_BLOB_BYTES = 1_000_000;
const MAX_MANIFEST_BYTES = 1_000_000;
const MAX_LICENCE = 60;

/**
 * The GGUF models in a folder that other programs store theirs in: Ollama (manifests that name blobs), LM Studio (files by
 * owner and repository), caches of Hugging Face (repositories of links to blobs), or any other. Of a model in several
 * files the first is listed: converting it says what to do. Sorted by name.
 */
export async function findModelFiles(files: readonly PathFile[]): Promise<FoundModel[]> {
  const all = files.slice(0, MAX_FILES);
  const found = [...(await ollamaModels(all)), ...namedFiles(all)];
  // Browsers that follow no links see only the blobs of a cache; where they do, a blob is listed by its name already.
  const sizes = new Set(found.map(({ file }) => file.size));
  const known = new Set(found.map(({ file }) => file));
  let opened = 0;
  for (const { path, file } of all) {
    const isBlob = /(?:^|\/)blobs\/(?:sha256-)?[0-9a-f]{40,64}$/.test(path);
    const isNew = !known.has(file) && !sizes.has(file.size) && file.size >= MIN_BLOB_BYTES;
    if (!isBlob || !isNew || opened++ >= MAX_OPENED) continue;
    if ((await kindByBytes(file).catch(() => null)) === 'gguf') {
      const repository = repositoryOf(path);
      const last = repository?.split('/').at(-1) ?? file.name.slice(0, 19);
      found.push({ name: last, place: repository ?? path, file, licence: null });
    }
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

function namedFiles(files: readonly PathFile[]): FoundModel[] {
  return files.flatMap(({ path, file }) => {
    const isModel = /\.gguf$/i.test(file.name) && !/mmproj/i.test(file.name);
    const isLaterPart = /-(?!0*1-of-)\d+-of-\d+\.gguf$/i.test(file.name);
    if (!isModel || isLaterPart) return [];
    const place = repositoryOf(path) ?? path.split('/').slice(0, -1).join('/');
    return [{ name: file.name, place, file, licence: null }];
  });
}

/** `owner/name` of a path in a cache of Hugging Face; null elsewhere. */
function repositoryOf(path: string): string | null {
  const name = /(?:^|\/)models--([^/]+)\//.exec(path)?.[1];
  return name === undefined ? null : name.replaceAll('--', '/');
}

/** Models of Ollama: a small manifest names the blobs of the model and of its licence by their hashes. */
async function ollamaModels(files: readonly PathFile[]): Promise<FoundModel[]> {
  const blobs = new Map<string, File>();
  for (const { path, file } of files) {
    const hash = /(?:^|\/)blobs\/sha256-([0-9a-f]{64})$/.exec(path)?.[1];
    if (hash !== undefined) blobs.set(hash, file);
  }
  const found: FoundModel[] = [];
  for (const { path, file } of files) {
    const inside = /(?:^|\/)manifests\/(.+)$/.exec(path)?.[1];
    if (inside === undefined || file.size > MAX_MANIFEST_BYTES) continue;
    const layers = layersOf(await file.text().catch(() => ''));
    const blobOf = (kind: string) => {
      const digest = layers.find(({ type }) => type === `application/vnd.ollama.image.${kind}`);
      return digest && blobs.get(digest.hash);
    };
    const model = blobOf('model');
    if (!model) continue;
    found.push({
      name: ollamaName(inside),
      place: 'Ollama',
      file: model,
      licence: await firstLine(blobOf('license')),
    });
  }
  return found;
}

interface Layer {
  type: string;
  hash: string;
}

function layersOf(text: string): Layer[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const layers = (value as { layers?: unknown } | null)?.layers;
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: { mediaType?: unknown; digest?: unknown } | null) => {
    const { mediaType: type, digest } = layer ?? {};
    const isLayer = typeof type === 'string' && typeof digest === 'string';
    return isLayer ? [{ type, hash: digest.replace(/^sha256:/, '') }] : [];
  });
}

/** `registry.ollama.ai/library/qwen2.5/0.5b` is `qwen2.5:0.5b` to people. */
function ollamaName(inside: string): string {
  const parts = inside.split('/');
  const tag = parts.pop() ?? '';
  const name = parts
    .slice(-2)
    .join('/')
    .replace(/^library\//, '');
  return `${name}:${tag}`;
}

async function firstLine(licence: Blob | undefined): Promise<string | null> {
  const text = licence
    ? await licence
        .slice(0, 2_000)
        .text()
        .catch(() => '')
    : '';
  const line = text.split('\n').find((one) => one.trim() !== '');
  return line ? line.trim().replace(/\s+/g, ' ').slice(0, MAX_LICENCE) : null;
}
