import { env, PreTrainedModel } from '@huggingface/transformers';
import { yieldThread } from '#base/pause.ts';
import { MAX_PICTURE_PIXELS, pictureSize } from '#base/picture-size.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { OcrTask } from '#engine/ocr-task.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { TaskEvent } from '#engine/tasks.ts';
import { openLoopSession } from '#runtimes/transformers/ort/heap-session.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { heldModule } from '#runtimes/transformers/ort/ort-files.ts';
import { openInterruptPort, RunInterrupt } from '#runtimes/transformers/ort/run-interrupt.ts';
import { type Pause, pauseFor, runToEnd } from '#runtimes/transformers/ort/run-to-end.ts';
import {
  float32,
  type LoopSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { OCR_GRAPHS } from '#runtimes/transformers/ort/store-fetch.ts';
import { LINE_HEIGHT, type Picture } from './picture.ts';
import { type OcrGraphs, readPage } from './read-page.ts';

/** Pixels of the longer side that a picture is read in: 200 dots per inch of A4. */
const MAX_SIDE = 2_400;

/** Reads the text of pictures: PP-OCRv6. */
export class OcrModel {
  readonly #graphs: (pause: Pause) => OcrGraphs;
  /** Ends a run of any of the graphs. */
  readonly #interrupt: RunInterrupt | null;

  private constructor(graphs: (pause: Pause) => OcrGraphs, interrupt: RunInterrupt | null) {
    this.#graphs = graphs;
    this.#interrupt = interrupt;
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<OcrModel> {
    const open = async (name: (typeof OCR_GRAPHS)[number]) => {
      const options = {
        ...(await loadOptions(card, onFile)),
        // The library would warn of a kind of model that it does not know, for the sake of its progress bar.
        progress_callback: null,
        config: { model_type: 'custom' },
        model_file_name: name,
      };
      return sessionOf(await PreTrainedModel.from_pretrained(card.id, options as never), 'model');
    };
    const graphs = await Promise.all(OCR_GRAPHS.map(open));
    const module = await heldModule();
    const interrupt = module && RunInterrupt.open(module);
    const [detect, direction, read] = graphs.map((graph) =>
      openLoopSession(graph, module, interrupt),
    ) as [LoopSession, LoopSession, LoopSession];
    const config = await env.fetch(`${env.localModelPath}${card.id}/config.json`);
    if (!config.ok) throw new EngineError('load-failed', 'The model has no file config.json.');
    const { characters } = (await config.json()) as { characters: string[] };
    return new OcrModel((pause) => {
      const run = (session: LoopSession, data: Float32Array, ...[count, width, height]: number[]) =>
        runToEnd(session, { x: float32(data, [count, 3, height, width] as number[]) }, pause);
      return {
        characters,
        detect: async (data, width, height) => only(await run(detect, data, 1, width, height)),
        direction: async (data, lines) => only(await run(direction, data, lines, 192, LINE_HEIGHT)),
        read: async (data, lines, width) => {
          const { ids, probabilities } = await run(read, data, lines, width, LINE_HEIGHT);
          if (!ids || !probabilities) throw new Error('The reader has other outputs.');
          const columns = ids.dims[1] ?? 0;
          return { ids: take(ids), probabilities: take(probabilities) as Float32Array, columns };
        },
      };
    }, interrupt);
  }

  /** Ends the run that is computed, with each message; null where nothing can. */
  openInterruptPort(): MessagePort | null {
    return this.#interrupt && openInterruptPort(this.#interrupt);
  }

  async probe(): Promise<ProbeResult> {
    const { probabilities } = await this.#graphs(yieldThread).read(
      new Float32Array(3 * LINE_HEIGHT * 320),
      1,
      320,
    );
    checkNumbers(probabilities as Float32Array);
    return { abilities: {}, numbers: [] };
  }

  settle(_known: ProbedAbilities): void {}

  /** One `page` event. @throws EngineError `invalid-image` */
  async *run({ picture }: OcrTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    const pause = pauseFor(signal);
    const { scale, ...pixels } = await decode(picture);
    await pause();
    const page = await readPage(pixels, this.#graphs(pause), pause);
    const inPicture = (value: number) => Math.round(value * scale);
    const words = page.words.map((word) => ({
      ...word,
      x: inPicture(word.x),
      y: inPicture(word.y),
      width: inPicture(word.width),
      height: inPicture(word.height),
    }));
    const size = { width: inPicture(page.width), height: inPicture(page.height) };
    yield { type: 'page', page: { ...page, ...size, words } };
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }
}

function only(outputs: Record<string, OrtTensor>): Float32Array {
  const [output] = Object.values(outputs);
  if (!output) throw new Error('The graph has no output.');
  return take(output) as Float32Array;
}

/** The numbers of a tensor whose memory is released. */
function take(tensor: OrtTensor): OrtTensor['data'] {
  const data = tensor.data.slice();
  tensor.dispose();
  return data;
}

/** The pixels of a picture, smaller by `scale` where it is large. @throws EngineError `invalid-image` */
async function decode(file: Blob): Promise<Picture & { scale: number }> {
  const stated = await pictureSize(file);
  if (stated && stated.width * stated.height > MAX_PICTURE_PIXELS) {
    const size = `${stated.width} × ${stated.height}`;
    throw new EngineError(
      'invalid-image',
      `it has ${size} pixels; at most ${MAX_PICTURE_PIXELS / 1_000_000} million are read.`,
    );
  }
  const bitmap = await createImageBitmap(file).catch((error: unknown) => {
    throw new EngineError('invalid-image', 'it is not a picture that the browser reads.', error);
  });
  try {
    const scale = Math.max(1, Math.max(bitmap.width, bitmap.height) / MAX_SIDE);
    const width = Math.max(1, Math.round(bitmap.width / scale));
    const height = Math.max(1, Math.round(bitmap.height / scale));
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new EngineError('slot-crashed', 'The browser gives no canvas.');
    // Transparent pixels are paper.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return { width, height, data: context.getImageData(0, 0, width, height).data, scale };
  } finally {
    bitmap.close();
  }
}
