import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { FileStore } from '#model-files/file-store.ts';
import type { ReadableFile } from './blob-reader.ts';
import type { ExternalFile } from './external-file.ts';
import { int8File } from './int8-weights.ts';
import { dtypeOf } from './library.ts';
import type { Place } from './onnx-messages.ts';
import { madeName, openGraph } from './open-graph.ts';
import { nameOf, openStored, storedBytes } from './stored-bytes.ts';

/** Files with weights: graphs and their external data. */
const WEIGHTS = /\.onnx(?:_data\w*)?$/;

/**
 * The library's options for loading a model's graphs. The weights of a downloaded model are read from
 * its files one by one while a graph is opened, which are open until `endLoading`; `env.fetch` answers with graphs without them. `settings`:
 * further entries of onnxruntime's session configuration.
 */
export async function loadOptions(
  card: Pick<ModelCard, 'id' | 'device' | 'source'>,
  onFile: (event: unknown) => void,
  settings: Readonly<Record<string, string>> = {},
  store = new FileStore(),
) {
  const { device, source } = card;
  const options = { device, dtype: dtypeOf(card), progress_callback: onFile };
  const extra = { session: settings };
  if (!source) return { ...options, session_options: { extra } };
  const files = [...(await store.readAll(source.repository))];
  const load = async (path: string, file: Blob) => {
    let loaded = 0;
    const onRead = (bytes: number) => {
      // While a graph is optimised, some are read twice.
      loaded = Math.min(file.size, loaded + bytes);
      onFile({ status: 'progress', file: `${path} (weights)`, loaded });
    };
    const open = await openStored(store, source.repository, path);
    return { path: nameOf(path), data: storedBytes(file, onRead, undefined, open), open };
  };
  const weights = await Promise.all(
    files.filter(([path]) => WEIGHTS.test(path)).map(([path, file]) => load(path, file)),
  );
  const externalData = [...weights, ...(await madeFiles(card, files, weights))];
  const session_options = { extra, externalData };
  // The library would read files next to graphs as a whole.
  return { ...options, session_options, use_external_data_format: false };
}

interface NamedFile {
  path: string;
  data: ExternalFile;
}

interface StoredFile extends NamedFile {
  /** Null where the browser gives parts of files as blobs alone. */
  open: ReadableFile | null;
}

/** The files of weights that are made while graphs are opened. */
async function madeFiles(
  card: Pick<ModelCard, 'device' | 'source'>,
  files: readonly (readonly [path: string, file: File])[],
  stored: readonly StoredFile[],
): Promise<NamedFile[]> {
  const made: NamedFile[] = [];
  for (const [path, file] of files.filter(([path]) => path.endsWith('.onnx'))) {
    const open = stored.find((other) => other.path === nameOf(path))?.open;
    const { weights } = await openGraph(card, file, path, open);
    // Open it now, because onnxruntime reports no reason for failures while it reads.
    for (const { codes, scales, zeros } of weights) {
      for (const numbers of [codes, scales, zeros]) {
        if (numbers && !(numbers instanceof Uint8Array)) fileOf(numbers, stored);
      }
    }
    const data = int8File(weights, (place, to) => fileOf(place, stored).copyInto(place.offset, to));
    if (weights.length > 0) made.push({ path: madeName(nameOf(path)), data });
  }
  return made;
}

/** @throws EngineError `load-failed` for a place that no file has. */
function fileOf({ location, offset, length }: Place, stored: readonly NamedFile[]): ExternalFile {
  const found = stored.find((other) => other.path === location);
  if (found && offset >= 0 && offset + length <= found.data.length) return found.data;
  throw new EngineError(
    'load-failed',
    `The model is damaged: ${location} ends before its weights.`,
  );
}
