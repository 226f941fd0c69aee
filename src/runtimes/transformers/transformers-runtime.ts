import type { ModelCard } from '#catalog/model-card.ts';
import { speechDecoderOf } from '#catalog/onnx-families.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Backend, LoadProgress, ProbedAbilities, Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import { ChatModel } from '#runtimes/transformers/chat/chat-model.ts';
import { EmbedModel } from '#runtimes/transformers/embed/embed-model.ts';
import { RerankModel } from '#runtimes/transformers/embed/rerank-model.ts';
import { OcrModel } from '#runtimes/transformers/ocr/ocr-model.ts';
import { GpuLoss } from '#runtimes/transformers/ort/gpu-loss.ts';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { endLoading } from '#runtimes/transformers/ort/open-graph.ts';
import { filesAhead } from '#runtimes/transformers/ort/store-fetch.ts';
import { SpeakersModel } from '#runtimes/transformers/speakers/speakers-model.ts';
import { CtcModel } from '#runtimes/transformers/speech/ctc-model.ts';
import { SpeechModel } from '#runtimes/transformers/speech/speech-model.ts';
import { VoiceModel } from '#runtimes/transformers/voice/voice-model.ts';

type Loaded =
  | { task: 'chat'; model: ChatModel }
  | { task: 'embeddings'; model: EmbedModel }
  | { task: 'rerank'; model: RerankModel }
  | { task: 'speech'; model: SpeechModel | CtcModel }
  | { task: 'voice'; model: VoiceModel }
  | { task: 'speakers'; model: SpeakersModel }
  | { task: 'ocr'; model: OcrModel };

/** One model on transformers.js and onnxruntime-web. */
export function createTransformersRuntime(): Runtime {
  let loaded: Loaded | null = null;
  let gpu: GpuLoss | null = null;
  async function load(
    card: ModelCard,
    onProgress: (p: LoadProgress) => void,
    known?: ProbedAbilities,
  ): Promise<Backend> {
    const { device } = card;
    const { threads } = configureLibrary(card, filesAhead(card), arrivals(card, onProgress));
    loaded = await open(card, fileProgress(card, onProgress), threads).finally(endLoading);
    // Warm-up: a GPU compiles its shaders at the first run.
    if (known && device === 'wasm') {
      loaded.model.settle(known);
      return { device, threads };
    }
    onProgress({ phase: 'warm-up', loaded: 0, total: 0 });
    // Numbers that cannot be right end the load.
    const probeResult = await loaded.model.probe();
    if (device === 'webgpu') gpu = await GpuLoss.watch();
    return { device, threads, probeResult };
  }
  return {
    async load(card, onProgress, _signal, known) {
      const failed = (error: unknown) => explainLoad(card, error);
      try {
        return await load(card, onProgress, known);
      } catch (error) {
        if (card.device !== 'webgpu') throw failed(error);
        const backend = await load({ ...card, device: 'wasm' }, onProgress).catch(() => {
          throw failed(error);
        });
        return { ...backend, note: `Runs on the processor: WebGPU failed${explainNote(error)}` };
      }
    },
    async probeRest(signal) {
      return loaded?.task === 'chat' ? loaded.model.probeRest(signal) : {};
    },
    async countTokens(task) {
      if (task.kind === 'chat' && loaded?.task === 'chat') {
        return [await loaded.model.countTokens(task)];
      }
      if (task.kind === 'embed' && loaded?.task === 'embeddings') {
        return loaded.model.countTokens(task);
      }
      if (task.kind === 'rerank' && loaded?.task === 'rerank') {
        return loaded.model.countTokens(task);
      }
      if (task.kind === 'voice' && loaded?.task === 'voice') return loaded.model.countTokens(task);
      return [0];
    },
    async *run(task, signal) {
      gpu?.check();
      try {
        yield* run(loaded, task, signal);
      } catch (error) {
        throw explainMemory(gpu ? await gpu.explain(error) : error);
      }
    },
    openInterruptPort() {
      return loaded && 'openInterruptPort' in loaded.model
        ? loaded.model.openInterruptPort()
        : null;
    },
    async close() {
      loaded = null;
    },
  };
}

/** Why, where the reason is a sentence of ours: an engine's own words are for the console. */
function explainNote(error: unknown): string {
  if (error instanceof EngineError) return `: ${error.message}`;
  reportError(error);
  return '.';
}

/** Files of a downloaded model never change: they fail again each time, so that clients must not retry. */
function explainLoad({ title, source, address }: ModelCard, error: unknown): EngineError {
  // A size that no array can have was read from a file: more memory would not help.
  const isWrongSize = error instanceof RangeError && /length/i.test(error.message);
  const explained = isWrongSize ? error : explainMemory(error);
  if (explained instanceof EngineError) return explained;
  const message = `“${title}” cannot be loaded`;
  if (!source) {
    // A server that answers every address with a page sends that in place of a missing file.
    const expected = `: config.json, tokenizer.json and onnx/ are expected at ${address}`;
    return new EngineError('load-failed', `${message}${address ? expected : ''}.`, error);
  }
  const what = 'Its files are damaged, or of a kind that does not run here.';
  const next = 'Delete it and download it again, or choose another model.';
  return new EngineError('not-compatible', `${message}. ${what} ${next}`, error);
}

/** Failures after which the library's memory cannot be trusted: its whole thread must be replaced. */
const BROKEN = /bad_alloc|allocat|out of memory|memory access|unreachable|abort/i;

function explainMemory(error: unknown): unknown {
  if (error instanceof EngineError) return error;
  const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (!isTrap && !BROKEN.test(String(error))) return error;
  return new EngineError('slot-crashed', 'The model ran out of memory.', error);
}

async function open(
  card: ModelCard,
  onFile: (event: unknown) => void,
  threads: number,
): Promise<Loaded> {
  switch (card.task) {
    case 'chat':
    case 'audio-chat':
      return { task: 'chat', model: await ChatModel.load(card, onFile) };
    case 'embeddings':
      return { task: 'embeddings', model: await EmbedModel.load(card, onFile, threads) };
    case 'rerank':
      return { task: 'rerank', model: await RerankModel.load(card, onFile) };
    case 'speech':
      return { task: 'speech', model: await openSpeech(card, onFile) };
    case 'voice':
      return { task: 'voice', model: await VoiceModel.load(card, onFile) };
    case 'speakers':
      return { task: 'speakers', model: await SpeakersModel.load(card, onFile) };
    case 'ocr':
      return { task: 'ocr', model: await OcrModel.load(card, onFile) };
  }
}

/** A model with a decoder, or a CTC model. */
function openSpeech(card: ModelCard, onFile: (event: unknown) => void) {
  const isCtc = speechDecoderOf(card) === 'ctc';
  return isCtc ? CtcModel.load(card, onFile) : SpeechModel.load(card, onFile);
}

async function* read(
  loaded: Loaded | null,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  if (task.kind !== 'ocr' || loaded?.task !== 'ocr') {
    throw new EngineError('not-compatible', 'The loaded model cannot do this.');
  }
  yield* loaded.model.run(task, signal);
}

async function* run(
  loaded: Loaded | null,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  if (task.kind === 'chat' && loaded?.task === 'chat') yield* loaded.model.run(task, signal);
  else if (task.kind === 'embed' && loaded?.task === 'embeddings') {
    yield* loaded.model.run(task, signal);
  } else if (task.kind === 'rerank' && loaded?.task === 'rerank') {
    yield* loaded.model.run(task, signal);
  } else if (task.kind === 'speech' && loaded?.task === 'speech') {
    yield* loaded.model.run(task, signal);
  } else if (task.kind === 'voice' && loaded?.task === 'voice') {
    yield* loaded.model.run(task, signal);
  } else if ((task.kind === 'voices' || task.kind === 'turns') && loaded?.task === 'speakers') {
    yield* loaded.model.run(task, signal);
  } else yield* read(loaded, task, signal);
}

/** The library reports unpacked bytes; people wait for downloaded bytes. */
function arrivals({ isPacked, downloadBytes }: ModelCard, onProgress: (p: LoadProgress) => void) {
  let loaded = 0;
  return (bytes: number) => {
    loaded += bytes;
    if (isPacked) onProgress({ phase: 'download', loaded, total: downloadBytes });
  };
}

/** Bytes of all files together, reported at most ten times a second. */
function fileProgress(
  card: ModelCard,
  onProgress: (p: LoadProgress) => void,
): (event: unknown) => void {
  const files = new Map<string, number>();
  let last = 0;
  return (event) => {
    const { status, file, loaded } = event as { status: string; file: string; loaded: number };
    if (status !== 'progress' || card.isPacked) return;
    files.set(file, loaded);
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    const sum = [...files.values()].reduce((a, b) => a + b, 0);
    onProgress({ phase: 'download', loaded: sum, total: card.downloadBytes });
  };
}
