import type { ModelCard } from '#catalog/model-card.ts';
import type { ReadableFile } from './blob-reader.ts';
import { withoutWeights } from './graph-without-weights.ts';
import { withInt8Products } from './int8-products.ts';
import type { Int8Weight } from './int8-weights.ts';
import { keepLastLogits } from './keep-last-logits.ts';
import { withShortWindows } from './short-windows.ts';
import { closeStored, nameOf } from './stored-bytes.ts';
import { withDurations } from './with-durations.ts';

/** A graph larger than this without its weights is not rewritten. */
const MAX_GRAPH_BYTES = 64e6;

/** The name of the file of weights that are made for a graph. */
export function madeName(graph: string): string {
  return `${graph}_alcove_int8`;
}

type PlacedGraph = Pick<ModelCard, 'device' | 'source'>;

interface OpenGraph {
  file: Blob;
  weights: readonly Int8Weight[];
}

/** Graphs of a model that is being loaded: the loader asks for them, and the library once or twice. */
const opened = new Map<string, Promise<OpenGraph>>();

/** Ends the loading of models: closes their files, and forgets their graphs. */
export function endLoading(): void {
  closeStored();
  opened.clear();
}

/**
 * A stored graph, rewritten for running: its weights are read later, logits are computed only for tokens that need them, voices
 * say how long sounds are, and on the processor products are of 8 bits. `weights`: contents of the file `madeName` of
 * its name. Known until `endLoading`. `open`: the stored file, where it is open.
 */
export function openGraph(
  card: PlacedGraph,
  stored: File,
  path: string,
  open: ReadableFile | null = null,
): Promise<OpenGraph> {
  const { device, source } = card;
  const { size, lastModified } = stored;
  const key = [device, source?.repository, path, size, lastModified].join();
  const known = opened.get(key) ?? rewrite(card, stored, nameOf(path), open);
  opened.set(key, known);
  return known;
}

async function rewrite(
  { device }: PlacedGraph,
  stored: Blob,
  name: string,
  open: ReadableFile | null,
): Promise<OpenGraph> {
  const graph = await withoutWeights(stored, name, open);
  if (graph.size > MAX_GRAPH_BYTES) return { file: graph, weights: [] };
  const read = new Uint8Array(await graph.arrayBuffer());
  const cut = withDurations(withShortWindows(keepLastLogits(read)));
  if (device !== 'wasm') return { file: new Blob([cut]), weights: [] };
  const { bytes, weights } = withInt8Products(cut, madeName(name));
  return { file: new Blob([bytes]), weights };
}
