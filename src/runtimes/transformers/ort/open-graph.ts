import type { ModelCard } from '#catalog/model-card.ts';
import { withoutWeights } from './graph-without-weights.ts';
import { withInt8Products } from './int8-products.ts';
import type { Int8Weight } from './int8-weights.ts';
import { keepLastLogits } from './keep-last-logits.ts';
import { withShortWindows } from './short-windows.ts';
import { withDurations } from './with-durations.ts';

/** A graph larger than this without its weights is not rewritten. */
const MAX_GRAPH_BYTES = 64e6;

/** The name of the file of weights that are made for a graph. */
export function madeName(graph: string): string {
  return `${graph}_alcove_int8`;
}

/**
 * A stored graph, rewritten for running: its weights are read later, logits are computed only for tokens that need them, voices
 * say how long sounds are, and on the processor products are of 8 bits. `weights`: contents of the file `madeName(name)`.
 */
export async function openGraph(
  { device }: Pick<ModelCard, 'device'>,
  stored: Blob,
  name: string,
): Promise<{ file: Blob; weights: readonly Int8Weight[] }> {
  const graph = await withoutWeights(stored, name);
  if (graph.size > MAX_GRAPH_BYTES) return { file: graph, weights: [] };
  const read = new Uint8Array(await graph.arrayBuffer());
  const cut = withDurations(withShortWindows(keepLastLogits(read)));
  if (device !== 'wasm') return { file: new Blob([cut]), weights: [] };
  const { bytes, weights } = withInt8Products(cut, madeName(name));
  return { file: new Blob([bytes]), weights };
}
