import { planDecoder } from './decoder-graph.ts';
import { readShape } from './decoder-shape.ts';
import { type ByteSource, readGguf } from './read-gguf.ts';
import { smallFiles } from './small-files.ts';
import { type Write, writeGraph } from './write-graph.ts';

export interface ConvertTarget {
  /** Stores a small file of the repository. */
  writeText: (path: string, text: string) => Promise<void>;
  /** Opens the graph to be written piece by piece. */
  open: (path: string) => Promise<{ write: Write; close: () => Promise<void> }>;
  onBytes?: (done: number, total: number) => void;
}

/**
 * Converts a GGUF file into the files of an ONNX repository that the transformers runtime runs: the graph from the file's
 * own numbers, tokenizer and chat template from its metadata. Runs in browsers and in Node.
 * @throws GgufError with a sentence for a person, before anything is written unless a weight cannot be read.
 */
export async function convertGguf(source: ByteSource, target: ConvertTarget): Promise<void> {
  const gguf = await readGguf(source);
  const shape = readShape(gguf);
  const graph = planDecoder(gguf, shape);
  const files = smallFiles(gguf, shape);
  for (const [path, text] of Object.entries(files)) await target.writeText(path, text);
  const out = await target.open(`onnx/model_${graph.isFourBits ? 'q4' : 'quantized'}.onnx`);
  try {
    await writeGraph(gguf, shape, graph, out.write, target.onBytes);
  } finally {
    await out.close();
  }
}
