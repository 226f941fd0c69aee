import { type Processor, RawImage } from '@huggingface/transformers';
import { findFamily, type ImageLayout } from '#catalog/onnx-families.ts';
import { EngineError } from '#engine/engine-error.ts';
import { type OrtSession, type OrtTensor, toOrt } from '#runtimes/transformers/ort/session.ts';
import type { MediaFeatures } from './media-tokens.ts';

/** The tokens of a picture or a sound in a prompt: delimiters as text, and encoder output between them. */
export type MediaParts = readonly (string | MediaFeatures)[];

/** What an image processor gives: tensors by the graph's names, and how a picture was cut up. */
interface Processed {
  rows?: number[][];
  cols?: number[][];
  image_grid_thw?: { tolist(): bigint[][] };
  image_rows?: number[];
  image_cols?: number[];
  /** Height and width in pixels of a picture shown whole. */
  image_sizes?: [number, number][];
  [name: string]: unknown;
}

/** The part of a processor's configuration that says how a picture is cut up. */
interface Cutting {
  merge_size?: number;
  tile_size?: number;
  encoder_patch_size?: number;
  downsample_factor?: number;
  use_thumbnail?: boolean;
}

/** How a family shows a picture to its language model. */
interface ImageFamily {
  marker: string;
  show: (features: OrtTensor, processed: Processed, cutting: Cutting) => MediaParts;
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
  show(features, { image_grid_thw }, { merge_size: mergeSize = 1 }) {
    const [frames = 1, lines = 1, columns = 1] = image_grid_thw?.tolist()[0]?.map(Number) ?? [];
    const grid = [frames, lines / mergeSize, columns / mergeSize] as const;
    return [{ ...whole(features), grid }];
  },
};

/** LFM2-VL: a small picture whole; a large one in tiles, then whole and small. */
const MIXED: ImageFamily = {
  marker: '<image>',
  show(features, { image_rows, image_cols, image_sizes }, cutting) {
    const { tile_size: tile = 512, encoder_patch_size: patch = 16 } = cutting;
    const { downsample_factor: factor = 2, use_thumbnail: isShownWhole = true } = cutting;
    const tokens = (height: number, width: number) =>
      Math.ceil(Math.floor(height / patch) / factor) *
      Math.ceil(Math.floor(width / patch) / factor);
    const [rows = 1, columns = 1] = [image_rows?.[0], image_cols?.[0]];
    const size = features.dims.at(-1) ?? 0;
    const vectors = features.data as Float32Array;
    let used = 0;
    const next = (count: number): MediaFeatures => {
      const from = used;
      used += count * size;
      return { vectors: vectors.subarray(from, used), size };
    };
    const parts: (string | MediaFeatures)[] = ['<|image_start|>'];
    const isCut = rows > 1 || columns > 1;
    for (let i = 0; isCut && i < rows * columns; i++) {
      const place = `<|img_row_${Math.floor(i / columns) + 1}_col_${(i % columns) + 1}|>`;
      parts.push(place, next(tokens(tile, tile)));
    }
    const [height, width] = image_sizes?.[0] ?? [0, 0];
    if (isCut && isShownWhole) parts.push('<|img_thumbnail|>');
    if (!isCut || isShownWhole) parts.push(next(tokens(height, width)));
    return [...parts, '<|image_end|>'];
  },
};

const LAYOUTS: Readonly<Record<ImageLayout, ImageFamily>> = {
  tiled: TILED,
  grid: GRID,
  mixed: MIXED,
};

export interface ImageReader {
  /** The placeholder of a picture in the text of a prompt. */
  marker: string;
  /** `param`: where the image is in the request. @throws EngineError `invalid-image` */
  read: (image: Blob, param: string) => Promise<MediaParts>;
}

/** The eyes of a model. @throws Error for a family that is not known. */
export function createImageReader(
  modelType: string,
  processor: Processor,
  session: OrtSession,
): ImageReader {
  const known = findFamily(modelType);
  const family = known?.task === 'chat' && known.images ? LAYOUTS[known.images] : null;
  const images = processor.image_processor;
  if (!family || !images) throw new Error(`Pictures cannot be shown to a ${modelType}.`);
  const cutting = images.config as Cutting;
  return {
    marker: family.marker,
    async read(image, param) {
      const picture = await RawImage.fromBlob(image).catch((error: unknown) => {
        throw new EngineError('invalid-image', 'An image could not be decoded.', error, param);
      });
      const processed = (await images([picture], { return_row_col_info: true })) as Processed;
      const given = { grid_thw: processed.image_grid_thw, ...processed };
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => [name, toOrt((given as Processed)[name])]),
      );
      const { image_features: features } = await session.run(feeds);
      if (!features) throw new Error('The vision encoder gives no features.');
      return family.show(features, processed, cutting);
    },
  };
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
