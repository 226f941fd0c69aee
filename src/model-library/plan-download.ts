import type { ModelCard } from '#catalog/model-card.ts';
import { voiceOf } from '#catalog/onnx-families.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { HUB, readRepository, toModelFiles } from '#model-files/hub.ts';
import { DownloadError, type ModelFile } from '#model-files/model-file.ts';
import { LIBRARY_PATH, pickMlcFiles, pickOnnxFiles } from '#model-files/pick-files.ts';

/** Under which name a GGUF file is stored until it was converted. */
export const GGUF_PATH = 'model.gguf';

/** The whole address of a GGUF file. `address`: its own, or its path on the hub. */
export function ggufUrl(address: string, hub: string): string {
  return /^https?:/i.test(address) ? address : `${hub}/${address}`;
}

const UNKNOWN_SOURCE =
  'Where this model is downloaded from is not known. Delete it here, then add it again.';

export interface DownloadPlan {
  /** The card with facts from the hub: size, precision, licence. */
  card: ModelCard;
  /** Commit of the files; null where an address alone says which they are. */
  revision: string | null;
  files: ModelFile[];
  /** Bytes of all files whose size is known. */
  total: number;
}

/**
 * Lists a model's files on the hub for its card's device. Nothing is downloaded yet.
 * @throws DownloadError
 */
export async function planDownload(
  card: ModelCard,
  hub: string,
  signal: AbortSignal,
): Promise<DownloadPlan> {
  const { source } = card;
  // Where a stored row has lost it, too.
  if (!source) throw new DownloadError('no-files', UNKNOWN_SOURCE);
  if (source.gguf) {
    const { address, bytes, sha256 } = source.gguf;
    const file = { path: GGUF_PATH, url: ggufUrl(address, hub), bytes, sha256 };
    return { card, revision: null, files: [file], total: bytes ?? 0 };
  }
  const repository = await readRepository(hub, source.repository, fetch, signal);
  const all = repository.files.map((file) => file.path);
  const picked =
    traitsOf(card).layout === 'mlc'
      ? { paths: pickMlcFiles(all), dtype: null }
      : pickOnnxFiles(all, card, card.device, source.dtype?.[card.device]);
  const files = toModelFiles(hub, source.repository, repository, picked.paths);
  if (source.library !== undefined && URL.canParse(source.library)) {
    // A mirror brings the libraries along, under the same path as their own host.
    const url = hub === HUB ? source.library : `${hub}${new URL(source.library).pathname}`;
    files.push({ path: LIBRARY_PATH, url, bytes: null, sha256: null });
  }
  const total = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const voices = picked.paths.map(voiceOf).filter((voice) => voice !== null);
  return {
    card: {
      ...card,
      // In the order of its card; a mirror may lack some.
      ...(card.voices ? { voices: card.voices.filter((voice) => voices.includes(voice)) } : {}),
      downloadBytes: total,
      licence: repository.licence ?? card.licence,
      source: {
        ...source,
        isMeasured: true,
        ...(picked.dtype ? { dtype: { wasm: picked.dtype, webgpu: picked.dtype } } : {}),
      },
    },
    revision: repository.revision,
    files,
    total,
  };
}
