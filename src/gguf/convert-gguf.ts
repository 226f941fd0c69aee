import { type DecoderGraph, planDecoder } from './decoder-graph.ts';
import { type DecoderShape, readShape } from './decoder-shape.ts';
import { GgufError } from './gguf-error.ts';
import { frameGraph } from './onnx-message.ts';
import { type ByteSource, type Gguf, readGguf } from './read-gguf.ts';
import { smallFiles } from './small-files.ts';
import { type Write, writeGraph } from './write-graph.ts';

/** A GGUF file that can be converted, and what becomes of it. No weight was read yet. */
export interface ConvertibleModel {
  gguf: Gguf;
  shape: DecoderShape;
  graph: DecoderGraph;
  /** Texts of the small files of the repository, by their paths. */
  files: Readonly<Record<string, string>>;
  /** Path of the graph, and the bytes it will have. */
  graphPath: string;
  graphBytes: number;
}

/** Bytes of one message in the format of ONNX. */
const MAX_GRAPH_BYTES = 2 ** 31 - 1;

/**
 * Reads the header of a GGUF file and plans its conversion.
 * @throws GgufError with a sentence for a person
 */
export async function planConversion(source: ByteSource): Promise<ConvertibleModel> {
  const gguf = await readGguf(source);
  requireWhole(gguf);
  const shape = readShape(gguf);
  const graph = planDecoder(gguf, shape);
  const frame = frameGraph(graph);
  const heads = frame.weights.reduce((sum, head) => sum + head.length, frame.start.length);
  const graphBytes = graph.weights.reduce((sum, { bytes }) => sum + bytes, heads);
  if (graphBytes > MAX_GRAPH_BYTES) {
    const size = `${(graphBytes / 1e9).toFixed(1)} GB`;
    throw new GgufError(
      `This model would take ${size} here; models of up to 2.1 GB can be converted. Choose a smaller one.`,
    );
  }
  return {
    gguf,
    shape,
    graph,
    files: smallFiles(gguf, shape),
    graphPath: `onnx/model_${graph.isFourBits ? 'q4' : 'quantized'}.onnx`,
    graphBytes,
  };
}

/** @throws GgufError for one part of a model that was split into several files. */
function requireWhole({ metadata }: Gguf): void {
  const count = metadata.get('split.count');
  if (typeof count !== 'number' || count <= 1) return;
  const part = Number(metadata.get('split.no') ?? 0) + 1;
  throw new GgufError(
    `This is part ${part} of ${count} of a model. Join them with "llama-gguf-split --merge" and choose the whole file.`,
  );
}

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
  await writeModel(await planConversion(source), target);
}

/** Writes the files of a planned conversion. @throws what reading the file or the target throws */
export async function writeModel(
  { gguf, graph, files, graphPath }: ConvertibleModel,
  target: ConvertTarget,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) await target.writeText(path, text);
  const out = await target.open(graphPath);
  try {
    await writeGraph(gguf, graph, out.write, target.onBytes);
  } finally {
    await out.close();
  }
}
