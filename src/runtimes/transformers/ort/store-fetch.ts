import type { ModelCard } from '#catalog/model-card.ts';
import { READER, READER_NAMES } from '#catalog/voice-reader.ts';
import { appPath } from '#contract/app-path.ts';
import { FileStore } from '#model-files/file-store.ts';
import { withInt8Products } from './int8-products.ts';
import { keepLastLogits } from './keep-last-logits.ts';
import { openGraph } from './open-graph.ts';
import { withShortWindows } from './short-windows.ts';

/** The properties of a card that locate its files and name its device. */
export type PlacedModel = Pick<
  ModelCard,
  'id' | 'device' | 'threads' | 'source' | 'isPacked' | 'address'
>;

/** Called with the number of further bytes of a model's files. */
export type OnBytes = (bytes: number) => void;

/**
 * The library's way to files. Models that ship with the app come from this origin, as does the dictionary of every voice; downloaded
 * ones from the store, and from nowhere else: with the network off they open as they do with it on. Graphs come
 * without their weights, which the session reads by itself (load-options.ts).
 * `ahead`: names of files that are fetched before they are requested.
 */
export function fetchForModel(
  card: PlacedModel,
  ahead: readonly string[] = [],
  onBytes: OnBytes = () => {},
  store = new FileStore(),
): typeof fetch {
  const { source, address: folder, isPacked = false, device } = card;
  const base = appPath(`/models/${card.id}/`);
  const readerBase = appPath(`/models/${READER}/`);
  if (!source)
    return fetchAhead(
      ahead.map((name) => base + name),
      { isPacked, device, onBytes },
      (path) => (folder && path.startsWith(base) ? folder + path.slice(base.length) : path),
    );
  // Fetched with the first file that is requested of it, and by voices alone. The service worker has stored
  // these files with the download of the voice.
  let reader: typeof fetch | null = null;
  return async (request, init) => {
    const address = String(request instanceof Request ? request.url : request);
    const { origin, pathname } = new URL(address, self.location.origin);
    if (origin === self.location.origin && pathname.startsWith(readerBase)) {
      reader ??= fetchAhead(
        READER_NAMES.map((name) => readerBase + name),
        { isPacked: true, device: 'wasm', onBytes: () => {} },
        (path) => path,
      );
      return reader(request, init);
    }
    const at = address.indexOf(base);
    const path = at < 0 ? null : address.slice(at + base.length);
    const stored = path === null ? null : await store.read(source.repository, path);
    if (!stored) return new Response(null, { status: 404, statusText: 'Not downloaded' });
    const file = path?.endsWith('.onnx') ? (await openGraph(card, stored, path)).file : stored;
    return new Response(file, { headers: { 'content-length': String(file.size) } });
  };
}

/** Of a model that reads pictures: it finds lines, says which way is up, and reads. */
export const OCR_GRAPHS = ['detect', 'direction', 'read'] as const;

/** Of a model that says who speaks: which voices a window has, what they are like, and how voices differ. */
export const SPEAKER_GRAPHS = ['segmentation', 'frames', 'voice', 'differences'] as const;

/** The files that a model consists of, where it ships with the app; downloaded ones are at hand. */
export function filesAhead({
  task,
  source,
  isPacked,
}: Pick<ModelCard, 'task' | 'source' | 'isPacked'>): string[] {
  if (source) return [];
  if (task === 'voice') return [...READER_NAMES, 'onnx/model_quantized.onnx'];
  if (task === 'speakers') {
    return ['config.json', ...SPEAKER_GRAPHS.map((name) => `onnx/${name}_quantized.onnx`)];
  }
  if (task === 'ocr') {
    return ['config.json', ...OCR_GRAPHS.map((name) => `onnx/${name}_quantized.onnx`)];
  }
  if (task === 'embeddings' && isPacked) return ['tokenizer.json', 'onnx/model_quantized.onnx'];
  const always = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
  if (task === 'embeddings' || task === 'rerank') return [...always, 'onnx/model_quantized.onnx'];
  if (task === 'chat') {
    return [...always, 'generation_config.json', 'onnx/model_quantized.onnx'];
  }
  return [
    ...always,
    'generation_config.json',
    'preprocessor_config.json',
    'onnx/encoder_model_quantized.onnx',
    'onnx/decoder_model_merged_quantized.onnx',
  ];
}

interface Fetching {
  isPacked: boolean;
  device: PlacedModel['device'];
  onBytes: OnBytes;
}

/** Milliseconds after the last file within which the library has requested all files. */
const RETENTION_MS = 10_000;

/**
 * Fetches files in parallel: the library requests them one by one, some twice, and each time
 * the answer has to come through the service worker. `placeOf`: where a file is, by the path that is requested.
 */
function fetchAhead(
  paths: readonly string[],
  how: Fetching,
  placeOf: (path: string) => string,
): typeof fetch {
  const get = (path: string) => fetchPlaced(placeOf(path), how);
  // The library's own request reports the error.
  const ahead = new Map(paths.map((path) => [path, get(path).catch(() => null)] as const));
  Promise.all(ahead.values())
    .then(() => setTimeout(() => ahead.clear(), RETENTION_MS))
    .catch(reportError);
  return async (request, init) => {
    const address = String(request instanceof Request ? request.url : request);
    const { pathname } = new URL(address, self.location.origin);
    const isOurs = how.isPacked && PACKED.test(pathname);
    const file = (await ahead.get(pathname)) ?? (isOurs ? await get(pathname) : null);
    const place = placeOf(pathname);
    if (!file) return fetch(place === pathname ? request : place, init);
    return new Response(file, { headers: { 'content-length': String(file.size) } });
  };
}

/** The files that a packed model has as gzip: its weights, its vocabulary, and what a voice reads with. */
const PACKED = /\.onnx$|(?:tokenizer|tagger)\.json$|words\.txt$/;

/** A file of this origin; null where there is none. */
async function fetchPlaced(
  path: string,
  { isPacked, device, onBytes }: Fetching,
): Promise<Blob | null> {
  const isGzip = isPacked && PACKED.test(path);
  const response = await fetch(isGzip ? `${path}.gz` : path);
  if (!response.ok || !response.body) return null;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const file = await new Response(response.body.pipeThrough(counter)).blob();
  // Some hosts label the file as compressed: then the browser has unpacked it.
  const unpacked = isGzip && (await startsAsGzip(file)) ? await unpack(file) : file;
  const isDecoder = /decoder_model_merged\w*\.onnx$/.test(path);
  if (!isDecoder && !/encoder_model\w*\.onnx$/.test(path)) return unpacked;
  const graph = new Uint8Array(await unpacked.arrayBuffer());
  // Prompts hold up to 223 tokens whose logits nothing reads.
  if (isDecoder) return new Blob([keepLastLogits(graph)]);
  const short = withShortWindows(graph);
  return new Blob([device === 'wasm' ? withInt8Products(short, '').bytes : short]);
}

async function startsAsGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

function unpack(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}
