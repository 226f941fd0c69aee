import { BlobReader, type ReadableFile } from './blob-reader.ts';
import type { Field } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';
import { GRAPH, MODEL, setPlace, TENSOR } from './onnx-messages.ts';

/** Weights smaller than this stay in the graph: they are shapes and scales, which it is checked by. */
const LARGE = 4096;

/**
 * An ONNX graph that refers to its large weights as external data in the file `location`, at their places
 * in this very file: onnxruntime then reads them one by one instead of the file as a whole, of
 * which it would make copies. The file itself if it is not a graph with large weights. `open`: the file, where it is open.
 * @see https://github.com/onnx/onnx/blob/main/docs/ExternalData.md
 */
export async function withoutWeights(
  file: Blob,
  location: string,
  open: ReadableFile | null = null,
): Promise<Blob> {
  const reader = new BlobReader(file, open);
  const model = new MessageParts();
  try {
    for await (const field of reader.fields(0, file.size)) {
      if (field.number !== MODEL.graph) model.addRange(field);
      else model.addMessage(MODEL.graph, await shortenGraph(reader, field, location));
    }
  } catch (error) {
    // Damaged, or of another kind: the library says so in its own words.
    if (error instanceof RangeError) return file;
    throw error;
  }
  return model.size < file.size ? model.toBlob(file) : file;
}

async function shortenGraph(
  reader: BlobReader,
  { start, end }: Field,
  location: string,
): Promise<MessageParts> {
  const graph = new MessageParts();
  for await (const field of reader.fields(start, end)) {
    const isLarge = field.number === GRAPH.initializer && field.end - field.start >= LARGE;
    const moved = isLarge ? await moveOut(reader, field, location) : null;
    if (moved) graph.addMessage(GRAPH.initializer, moved);
    else graph.addRange(field);
  }
  return graph;
}

/** A weight as a reference to where its numbers are; null where they are stored in another way. */
async function moveOut(
  reader: BlobReader,
  { start, end }: Field,
  location: string,
): Promise<MessageParts | null> {
  const weight = new MessageParts();
  let numbers: Field | null = null;
  for await (const field of reader.fields(start, end)) {
    const bytes = field.number === TENSOR.raw ? null : reader.bytesOf(field);
    if (field.number === TENSOR.raw) numbers = field;
    // Each range of a file is a read of its own.
    else if (bytes) weight.add(bytes);
    else weight.addRange(field);
  }
  if (!numbers || numbers.end - numbers.start < LARGE) return null;
  setPlace(weight, { location, offset: numbers.start, length: numbers.end - numbers.start });
  return weight;
}
