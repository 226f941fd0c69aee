import { type Processor, RawImage } from '@huggingface/transformers';
import { EngineError } from '#engine/engine-error.ts';
import type { OrtSession, OrtTensor } from '#runtimes/transformers/graph/session.ts';
import type { MediaFeatures } from './media-tokens.ts';

/** What stands in a prompt for a picture or a sound: marks as text, and what was read between them. */
export type MediaParts = readonly (string | MediaFeatures)[];

/** What an image processor gives: tensors by the graph's names, and how a picture was cut up. */
interface Processed {
  rows?: number[][];
  cols?: number[][];
  image_grid_thw?: { tolist(): bigint[][] };
  [name: string]: unknown;
}

/** How a family shows a picture to its language model. */
interface ImageFamily {
  marker: string;
  show: (features: OrtTensor, processed: Processed, mergeSize: number) => MediaParts;
}

/** SmolVLM and Idefics 3: tiles by row and column, then the whole picture small. */
const TILED: ImageFamily = {
  marker: '<image>',
  show(features, { rows, cols }) {
    const around = '<fake_token_around_image>';
    const tiles = splitFirst(features);
    const columns = cols?.[0]?.[0] ?? 0;
    const parts: (string | MediaFeatures)[] = [];
    for (const [i, tile] of tiles.slice(0, -1).entries()) {
      const row = Math.floor(i / columns);
      const line = i > 0 && i % columns === 0 ? '\n' : '';
      parts.push(`${line}${around}<row_${row + 1}_col_${(i % columns) + 1}>`, tile);
    }
    const between = (rows?.[0]?.[0] ?? 0) > 0 ? '\n\n' : '';
    const last = tiles.at(-1);
    if (last) parts.push(`${between}${around}<global-img>`, last, around);
    return parts;
  },
};

/** Qwen-VL: one grid of patches, a few of which are merged into each token. */
const GRID: ImageFamily = {
  marker: '<|image_pad|>',
  show(features, { image_grid_thw }, mergeSize) {
    const [frames = 1, lines = 1, columns = 1] = image_grid_thw?.tolist()[0]?.map(Number) ?? [];
    const grid = [frames, lines / mergeSize, columns / mergeSize] as const;
    return [{ ...whole(features), grid }];
  },
};

const FAMILIES: Readonly<Record<string, ImageFamily>> = {
  idefics3: TILED,
  smolvlm: TILED,
  qwen2_vl: GRID,
  qwen2_5_vl: GRID,
};

export interface ImageReader {
  /** What stands for a picture in the text of a prompt. */
  marker: string;
  /** @throws EngineError `invalid-media` for what is no picture. */
  read: (image: Blob) => Promise<MediaParts>;
}

/** The eyes of a model. @throws Error for a family that is not known. */
export function createImageReader(
  modelType: string,
  processor: Processor,
  session: OrtSession,
): ImageReader {
  const family = FAMILIES[modelType];
  const images = processor.image_processor;
  if (!family || !images) throw new Error(`Pictures cannot be shown to a ${modelType}.`);
  const { merge_size: mergeSize = 1 } = images.config as { merge_size?: number };
  return {
    marker: family.marker,
    async read(image) {
      const picture = await RawImage.fromBlob(image).catch((error: unknown) => {
        throw new EngineError('invalid-media', 'An image could not be decoded.', error);
      });
      const processed = (await images([picture], { return_row_col_info: true })) as Processed;
      const given = { grid_thw: processed.image_grid_thw, ...processed };
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => [name, toOrt((given as Processed)[name])]),
      );
      const { image_features: features } = await session.run(feeds);
      if (!features) throw new Error('The vision encoder gives no features.');
      return family.show(features, processed, mergeSize);
    },
  };
}

/** The library's tensors hold the ones that a graph takes. */
export function toOrt(tensor: unknown): unknown {
  return (tensor as { ort_tensor?: unknown } | undefined)?.ort_tensor ?? tensor;
}

/** All vectors of a tensor [… × size]. */
export function whole({ data, dims }: OrtTensor): MediaFeatures {
  return { vectors: data as Float32Array, size: dims.at(-1) ?? 0 };
}

/** The tensor [n, tokens, size] as n parts. */
function splitFirst({ data, dims }: OrtTensor): MediaFeatures[] {
  const [count = 1] = dims;
  const length = data.length / count;
  return Array.from({ length: count }, (_, i) => ({
    vectors: (data as Float32Array).subarray(i * length, (i + 1) * length),
    size: dims.at(-1) ?? 0,
  }));
}
