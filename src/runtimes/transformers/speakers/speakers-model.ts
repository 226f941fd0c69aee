import { PreTrainedModel } from '@huggingface/transformers';
import { SAMPLE_RATE } from '#base/audio.ts';
import { seeded } from '#base/numbers.ts';
import { yieldThread } from '#base/pause.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { LocalVoice, TaskEvent, TurnsTask, VoicesTask } from '#engine/tasks.ts';
import { withProgress } from '#engine/with-progress.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { float32, type OrtSession, sessionOf } from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { SPEAKER_GRAPHS } from '#runtimes/transformers/ort/store-fetch.ts';
import type { Differences } from './bayesian-groups.ts';
import { BANDS, countFrames, fbank } from './fbank.ts';
import { speakerTurns } from './speaker-turns.ts';
import { EMBEDDING } from './voice-vectors.ts';

/** Voices that one window distinguishes, its frames, and seconds of one. */
const SLOTS = 3;
const FRAMES = 589;
const FRAME_SECONDS = 0.016_875;
/** Seconds from the start of a frame to the middle of what it covers. */
const FRAME_MIDDLE = 0.031;
const WINDOW_SECONDS = 10;
/** The middle of each window is used: its edges know too little of what surrounds them. */
const EDGE_SECONDS = 2.5;
const CORE_SECONDS = WINDOW_SECONDS - 2 * EDGE_SECONDS;
/**
 * Noise in the digital silence of a window, as a part of its level: between words without any the network, which has
 * only seen recordings, misses who speaks. Under the quiet of a recording itself it would hide one of two voices on a telephone.
 */
const NOISE = 0.06;
const MIN_NOISE = 1e-4;
/** Part of a window's level below which a frame is digital silence, and the samples of a frame. */
const SILENT = 1e-3;
const SILENT_SAMPLES = 160;
/** Seconds of a piece at most, and alone at least to be compared. */
const PIECE_SECONDS = 2;
const MIN_ALONE = 0.3;
/** Seconds that the encoder takes in one run, and on both sides of the part that is used. */
const BLOCK_SECONDS = 14;
const CONTEXT_SECONDS = 0.5;
/** Seconds between frames of the encoder, and the middle of the first. */
const STEP_SECONDS = 0.08;
const FIRST_SECONDS = 0.0125;
/** Numbers in a frame of the encoder. */
const CHANNELS = 2560;

/** A graph with one input and one output. */
type Graph = (values: Float32Array, dims: readonly number[]) => Promise<Float32Array>;

export type SpeakerGraphs = Record<(typeof SPEAKER_GRAPHS)[number], Graph>;

/** Who speaks when: windows to pieces of voices, pieces to embeddings, embeddings to speakers. */
export class SpeakersModel {
  readonly #graphs: SpeakerGraphs;

  constructor(graphs: SpeakerGraphs) {
    this.#graphs = graphs;
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<SpeakersModel> {
    const graph = async (name: string) => {
      const config = { model_type: 'custom' };
      // The library would warn of a kind of model that it does not know, for the sake of its progress bar.
      const progress = { progress_callback: null };
      const loading = await loadOptions(card, onFile);
      const options = { ...loading, ...progress, config, model_file_name: name };
      const loaded = await PreTrainedModel.from_pretrained(card.id, options as never);
      return graphOf(sessionOf(loaded, 'model'));
    };
    const graphs = SPEAKER_GRAPHS.map(async (name) => [name, await graph(name)] as const);
    return new SpeakersModel(Object.fromEntries(await Promise.all(graphs)) as SpeakerGraphs);
  }

  async probe(): Promise<ProbeResult> {
    checkNumbers(await this.#voice([new Float32Array(2 * CHANNELS).fill(0.1)]));
    return { abilities: {}, numbers: [] };
  }

  settle(_known: ProbedAbilities): void {}

  async *run(task: VoicesTask | TurnsTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    if (task.kind === 'voices') {
      const voices = yield* withProgress((onStep) => this.#analyse(task, signal, onStep));
      yield { type: 'voices', voices };
    } else {
      const differences = (vectors: readonly Float32Array[]) => this.#differences(vectors);
      yield { type: 'turns', ...(await speakerTurns(task, differences)) };
    }
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  async #analyse(task: VoicesTask, signal: AbortSignal, onStep = () => {}): Promise<LocalVoice[]> {
    const pause = async () => {
      onStep();
      await yieldThread();
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
    };
    const pieces: Piece[] = [];
    for (let from = task.from; from < task.to; from += CORE_SECONDS) {
      await pause();
      const window = await this.#segment(task, from - EDGE_SECONDS);
      pieces.push(...piecesOf(window, from, Math.min(task.to, from + CORE_SECONDS)));
    }
    const end = task.start + task.samples.length / SAMPLE_RATE;
    for (let from = task.from; from < task.to; from += BLOCK_SECONDS) {
      const to = Math.min(task.to, from + BLOCK_SECONDS);
      const inside = pieces.filter((piece) => piece.end > from && piece.start < to);
      if (inside.length === 0) continue;
      await pause();
      // Silence around the speech of a block needs no reading.
      const first = Math.max(from, Math.min(...inside.map(({ start }) => start)));
      const last = Math.min(to, Math.max(...inside.map(({ end }) => end)));
      const bounds = { start: Math.max(task.start, first - CONTEXT_SECONDS), first, last };
      await this.#encode(task, { ...bounds, end: Math.min(end, last + CONTEXT_SECONDS) }, inside);
    }
    const clear = pieces.filter((piece) => piece.sums.weight * STEP_SECONDS >= MIN_ALONE);
    const rows = await this.#voice(clear.map(({ sums }) => sums.read()));
    return pieces.map((piece) => {
      const { start, end, track, alone } = piece;
      const row = clear.indexOf(piece);
      const vector = row < 0 ? null : rows.slice(row * EMBEDDING, (row + 1) * EMBEDDING);
      return { start, end, track, alone, vector };
    });
  }

  /** Which of three voices speak in each frame of the window that starts at a second of the recording. */
  async #segment({ samples, start }: VoicesTask, at: number): Promise<Window> {
    const length = WINDOW_SECONDS * SAMPLE_RATE;
    const first = Math.round((at - start) * SAMPLE_RATE);
    const input = new Float32Array(length);
    const given = samples.subarray(Math.max(0, first), Math.max(0, first + length));
    input.set(given, Math.max(0, -first));
    const level = levelOf(given);
    const random = seeded(1);
    // Uniform noise of that root mean square.
    const width = Math.max(MIN_NOISE, NOISE * level) * Math.sqrt(12);
    for (let at = 0; at < length; at += SILENT_SAMPLES) {
      const frame = input.subarray(at, at + SILENT_SAMPLES);
      if (levelOf(frame) > SILENT * level) continue;
      for (let i = 0; i < frame.length; i++) frame[i] = (random() - 0.5) * width;
    }
    const data = await this.#graphs.segmentation(input, [1, 1, length]);
    const activity = Uint8Array.from({ length: FRAMES }, (_, frame) => {
      let bits = 0;
      for (let slot = 0; slot < SLOTS; slot++) {
        if ((data[frame * SLOTS + slot] as number) > 0.5) bits |= 1 << slot;
      }
      return bits;
    });
    return { at, activity };
  }

  /** Adds the encoder's frames between two seconds to the pieces that speak in them. */
  async #encode(
    task: VoicesTask,
    { start, first, last, end }: { start: number; first: number; last: number; end: number },
    pieces: readonly Piece[],
  ): Promise<void> {
    const sample = (second: number) => Math.round((second - task.start) * SAMPLE_RATE);
    const sound = task.samples.subarray(sample(start), sample(end));
    const count = countFrames(sound.length);
    if (count === 0) return;
    const data = await this.#graphs.frames(fbank(sound), [1, count, BANDS]);
    const length = data.length / CHANNELS;
    for (let frame = 0; frame < length; frame++) {
      const second = start + FIRST_SECONDS + frame * STEP_SECONDS;
      if (second < first || second >= last) continue;
      for (const piece of pieces) {
        if (second < piece.start || second >= piece.end) continue;
        if (piece.isAlone(second)) piece.sums.add(data, length, frame);
      }
    }
  }

  async #differences(vectors: readonly Float32Array[]): Promise<Differences> {
    const input = new Float32Array(vectors.length * EMBEDDING);
    for (const [i, vector] of vectors.entries()) input.set(vector, i * EMBEDDING);
    const data = await this.#graphs.differences(input, [vectors.length, EMBEDDING]);
    const size = data.length / (vectors.length + 1);
    const rowAt = (i: number) => data.subarray(i * size, (i + 1) * size);
    return { rows: vectors.map((_, i) => rowAt(i)), between: rowAt(vectors.length) };
  }

  /** An embedding for each row of statistics. */
  async #voice(stats: readonly Float32Array[]): Promise<Float32Array> {
    if (stats.length === 0) return new Float32Array(0);
    const input = new Float32Array(stats.length * 2 * CHANNELS);
    for (const [i, one] of stats.entries()) input.set(one, i * 2 * CHANNELS);
    return this.#graphs.voice(input, [stats.length, 2 * CHANNELS]);
  }
}

function graphOf(session: OrtSession): Graph {
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return async (values, dims) => {
    const { [output]: found } = await session.run({ [input]: float32(values, dims) });
    if (!(found?.data instanceof Float32Array)) throw new Error(`No numbers from ${output}.`);
    // A copy: the next run writes where these numbers are.
    const numbers = found.data.slice();
    found.dispose();
    return numbers;
  };
}

interface Window {
  /** Second of the recording where it starts. */
  at: number;
  /** Which voices speak in each frame: one bit for each. */
  activity: Uint8Array;
}

interface Piece extends Omit<LocalVoice, 'vector'> {
  sums: Sums;
  isAlone: (second: number) => boolean;
}

/** What the voices of a window say between two seconds, without pauses and in pieces of two seconds. */
function piecesOf({ at, activity }: Window, from: number, to: number): Piece[] {
  const secondOf = (frame: number) => at + FRAME_MIDDLE + (frame - 0.5) * FRAME_SECONDS;
  const frameOf = (second: number) =>
    Math.max(0, Math.min(FRAMES, Math.round((second - at - FRAME_MIDDLE) / FRAME_SECONDS + 0.5)));
  const pieces: Piece[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    const mask = 1 << slot;
    const isAlone = (second: number) => activity[frameOf(second)] === mask;
    for (const run of runsOf(activity, mask, frameOf(from), frameOf(to))) {
      const seconds = (run.to - run.from) * FRAME_SECONDS;
      const parts = Math.max(1, Math.ceil(seconds / PIECE_SECONDS - 0.01));
      for (let part = 0; part < parts; part++) {
        const edge = (i: number) => run.from + Math.round(((run.to - run.from) * i) / parts);
        const [first, last] = [edge(part), edge(part + 1)];
        const alone = activity.subarray(first, last).filter((bits) => bits === mask).length;
        pieces.push({
          start: secondOf(first),
          end: secondOf(last),
          track: `${at}/${slot}`,
          alone: alone * FRAME_SECONDS,
          sums: new Sums(),
          isAlone,
        });
      }
    }
  }
  return pieces.sort((a, b) => a.start - b.start);
}

function runsOf(activity: Uint8Array, mask: number, from: number, to: number) {
  const runs: { from: number; to: number }[] = [];
  for (let frame = from; frame < to; frame++) {
    if (((activity[frame] as number) & mask) === 0) continue;
    const last = runs.at(-1);
    if (last?.to === frame) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1 });
  }
  return runs;
}

/** Sums of frames, from which their mean and deviation follow. */
class Sums {
  weight = 0;
  readonly #first = new Float64Array(CHANNELS);
  readonly #second = new Float64Array(CHANNELS);

  add(data: Float32Array, length: number, frame: number): void {
    this.weight++;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const value = data[channel * length + frame] as number;
      this.#first[channel] = (this.#first[channel] as number) + value;
      this.#second[channel] = (this.#second[channel] as number) + value * value;
    }
  }

  read(): Float32Array {
    const out = new Float32Array(2 * CHANNELS);
    for (let channel = 0; channel < CHANNELS; channel++) {
      const mean = (this.#first[channel] as number) / this.weight;
      const spread = (this.#second[channel] as number) - mean * mean * this.weight;
      out[channel] = mean;
      out[CHANNELS + channel] = Math.sqrt(Math.max(0, spread / Math.max(1, this.weight - 1)));
    }
    return out;
  }
}

/** The root mean square. */
function levelOf(samples: Float32Array): number {
  let power = 0;
  for (const x of samples) power += x * x;
  return Math.sqrt(power / Math.max(1, samples.length));
}
