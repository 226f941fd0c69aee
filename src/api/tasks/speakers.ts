import type { Call } from '#api/call/call.ts';
import { type Piece, samplesOf } from '#audio/decoded.ts';
import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { speakerBounds, type TranscriptionRequest } from '#contract/audio-request.ts';
import { invalidBase64, invalidValue } from '#contract/errors.ts';
import { audioProblem } from '#contract/media-data.ts';
import { modelNotDownloaded } from '#contract/service-errors.ts';
import type { Slot, Turn } from '#engine/slot.ts';
import type { LocalVoice, SpeakerTurn, TaskEvent, TurnsTask, VoicesTask } from '#engine/tasks.ts';
import { type Admission, discardIfBroken, openSlot } from './admit.ts';
import { decodeAudioData, readAudioItem } from './media.ts';

/** Seconds of a recording that one task reads, and around them what its windows need. */
const STRETCH_SECONDS = 60;
const CONTEXT_SECONDS = 2.5;
/** Seconds of a recording of a known voice, as at OpenAI. */
const KNOWN_SECONDS = { min: 2, max: 10 };

/** When someone talks: a known name, else `A`, `B`, … */
export interface NamedTurn {
  start: number;
  end: number;
  speaker: string;
}

/** Somebody's voice, with the name that turns of it get. */
export interface KnownClip {
  name: string;
  samples: Float32Array;
}

/** The task that makes a known voice of a clip. */
export function clipTask({ samples }: KnownClip): VoicesTask {
  return { kind: 'voices', samples, start: 0, from: 0, to: samples.length / SAMPLE_RATE };
}

/** Who speaks when in a recording, found on a slot of its own while others read the same sound. */
export class SpeakerFinder {
  readonly #call: Call;
  readonly #slot: Slot;
  readonly #turn: Turn;
  readonly #request: TranscriptionRequest;
  readonly #known: { name: string; voices: LocalVoice[] }[] = [];
  readonly #voices: LocalVoice[] = [];
  readonly #unread = new Stretch();
  #samples = 0;
  /** Called while a task makes progress. */
  onProgress = () => {};

  private constructor(call: Call, slot: Slot, turn: Turn, request: TranscriptionRequest) {
    this.#call = call;
    this.#slot = slot;
    this.#turn = turn;
    this.#request = request;
  }

  /**
   * Takes a place on the slot of the speakers' model: before any other, so that two requests never wait for each
   * other. Leave it with `close`. @throws ApiError for known voices that cannot be read
   */
  static async open(call: Call, request: TranscriptionRequest): Promise<SpeakerFinder> {
    const card = speakersModel(call.api);
    const { signal } = call.controller;
    const clips = await readKnownVoices(request, { largeBodies: call.api.largeBodies, signal });
    const slot = await openSlot(call, card);
    const turn = slot.admit(call.controller.signal);
    call.releaseSlot();
    // Also where the client leaves before anything reads the answer.
    call.controller.signal.addEventListener('abort', () => turn.leave(), { once: true });
    const finder = new SpeakerFinder(call, slot, turn, request);
    try {
      await turn.started;
      for (const clip of clips) {
        finder.#known.push({ name: clip.name, voices: await voicesOf(turn, clipTask(clip)) });
      }
      return finder;
    } catch (error) {
      finder.close(error);
      throw error;
    }
  }

  /** Its place on the slot, for an answer of its own. */
  get admission(): Admission {
    return { slot: this.#slot, turn: this.#turn };
  }

  get card(): ModelCard {
    return this.#slot.card;
  }

  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Passes pieces on, and analyses each minute of them as soon as it is there. */
  async *tap(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      yield piece;
      this.#samples += piece.length;
      for (const task of this.#unread.add(piece)) await this.#listen(task);
    }
    for (const task of this.#unread.end()) await this.#listen(task);
  }

  async #listen(task: VoicesTask): Promise<void> {
    this.#voices.push(...(await voicesOf(this.#turn, task, this.onProgress)));
  }

  /** Who speaks when, once all pieces have passed. */
  async turns(): Promise<NamedTurn[]> {
    const task: TurnsTask = {
      kind: 'turns',
      voices: this.#voices,
      ...speakerBounds(this.#request),
      known: this.#known.map(({ voices }) => voices),
    };
    for await (const event of this.#run(task)) {
      if (event.type !== 'turns') continue;
      return nameTurns(event.turns, event.known, this.#known);
    }
    throw new Error('The model did not report turns.');
  }

  /** Ends the use of the slot. `error`: why, where it failed. */
  close(error?: unknown): void {
    this.#turn.leave();
    if (error !== undefined) discardIfBroken(this.#call, this.#slot, error);
  }

  async *#run(task: VoicesTask | TurnsTask): AsyncGenerator<TaskEvent> {
    const found: TaskEvent[] = [];
    // Read to its end: a run that is left early is one that was aborted.
    for await (const event of this.#turn.run(task)) {
      this.onProgress();
      found.push(event);
    }
    yield* found;
  }
}

/** The voices of a stretch, or of a clip. */
export async function voicesOf(
  turn: Turn,
  task: VoicesTask,
  onProgress = () => {},
): Promise<LocalVoice[]> {
  let voices: LocalVoice[] | null = null;
  // Read to its end: a run that is left early is one that was aborted.
  for await (const event of turn.run(task)) {
    onProgress();
    if (event.type === 'voices') voices = event.voices;
  }
  if (!voices) throw new Error('The model did not report voices.');
  return voices;
}

/** The model that distinguishes speakers. @throws ApiError where there is none */
export function speakersModel({ models }: Pick<Call['api'], 'models'>): ModelCard {
  const card = [...models()].find(({ task }) => task === 'speakers');
  if (!card) throw modelNotDownloaded('alcove-speakers');
  return card;
}

function nameTurns(
  turns: readonly SpeakerTurn[],
  known: readonly (number | null)[],
  names: readonly { name: string }[],
): NamedTurn[] {
  const taken = new Set(names.map(({ name }) => name));
  const letters = new Letters((label) => taken.has(label));
  const labels = known.map((at) => (at === null ? '' : names[at]?.name) || letters.next());
  return turns.map(({ start, end, speaker }) => ({ start, end, speaker: labels[speaker] ?? '?' }));
}

/** Labels of the speakers without a name: `A`, `B`, …, but none that is somebody's name. */
export class Letters {
  readonly #isName: (label: string) => boolean;
  #count = 0;

  constructor(isName: (label: string) => boolean) {
    this.#isName = isName;
  }

  next(): string {
    const letter = letterOf(this.#count++);
    return this.#isName(letter) ? this.next() : letter;
  }
}

/** A to Z, then AA, AB, … */
export function letterOf(i: number): string {
  const last = String.fromCharCode(65 + (i % 26));
  return i < 26 ? last : letterOf(Math.floor(i / 26) - 1) + last;
}

/** Reads the recordings of known voices: mono, 16 000 Hz. @throws ApiError for one that cannot be read, or is too short or long */
export async function readKnownVoices(
  request: Pick<TranscriptionRequest, 'known_speaker_names' | 'known_speaker_references'>,
  reading: Parameters<typeof decodeAudioData>[2],
): Promise<KnownClip[]> {
  const { known_speaker_names: names, known_speaker_references: references } = request;
  const clips: KnownClip[] = [];
  for (const [i, reference] of (references ?? []).entries()) {
    const param = `known_speaker_references[${i}]`;
    if (audioProblem(reference)) throw invalidBase64(param);
    const file = await decodeAudioData(reference, param, reading);
    const samples = await readAudioItem(file, param, reading.signal);
    const seconds = samples.length / SAMPLE_RATE;
    // A file's last frame may reach beyond it.
    if (seconds < KNOWN_SECONDS.min - 0.1 || seconds > KNOWN_SECONDS.max + 0.1) {
      throw invalidValue(param, 'it should be between 2 and 10 seconds long.');
    }
    clips.push({ name: names?.[i] ?? '', samples });
  }
  return clips;
}

/** Sound that waits to be analysed: at most a stretch, and what surrounds it. */
export class Stretch {
  readonly #chunks: Float32Array[] = [];
  /** Samples in `#chunks`, and before them. */
  #length = 0;
  #passed = 0;
  /** Sample of the recording up to which it was analysed. */
  #done = 0;
  #isSilent = true;

  /** Seconds of sound that are held. */
  get seconds(): number {
    return this.#length / SAMPLE_RATE;
  }

  *add(piece: Piece): Generator<VoicesTask> {
    const part = STRETCH_SECONDS * SAMPLE_RATE;
    for (let at = 0; at < piece.length; at += part) {
      const length = Math.min(part, piece.length - at);
      this.hold('isSilent' in piece ? { ...piece, length } : piece.slice(at, at + length));
      yield* this.#next(this.#done + part, CONTEXT_SECONDS);
    }
  }

  /** Takes sound that is not to be analysed yet. */
  hold(piece: Piece): void {
    this.#isSilent &&= 'isSilent' in piece;
    this.#chunks.push(samplesOf(piece));
    this.#length += piece.length;
  }

  /** All of it up to a second, which is the end of the sound where none is given. */
  *end(second = Infinity): Generator<VoicesTask> {
    const all = Math.min(this.#passed + this.#length, Math.round(second * SAMPLE_RATE));
    while (this.#done < all) {
      yield* this.#next(Math.min(all, this.#done + STRETCH_SECONDS * SAMPLE_RATE), 0);
    }
  }

  /** Leaves out the sound before a second: no speech is in it. */
  skip(second: number): void {
    const to = Math.min(this.#passed + this.#length, Math.round(second * SAMPLE_RATE));
    if (to > this.#done) this.#drop(to);
  }

  /** Up to the sample `to`, where `after` seconds behind it are there. */
  *#next(to: number, after: number): Generator<VoicesTask> {
    if (this.#passed + this.#length < to + after * SAMPLE_RATE) return;
    const samples = joinSamples(this.#chunks);
    const start = this.#passed / SAMPLE_RATE;
    const [from, until] = [this.#done / SAMPLE_RATE, to / SAMPLE_RATE];
    if (!this.#isSilent) yield { kind: 'voices', samples, start, from, to: until };
    this.#drop(to, samples);
  }

  /** Forgets the sound before the sample `to` of the recording, but for the context of the next. */
  #drop(to: number, samples = joinSamples(this.#chunks)): void {
    const left = samples.slice(Math.max(0, to - CONTEXT_SECONDS * SAMPLE_RATE - this.#passed));
    this.#passed += samples.length - left.length;
    this.#chunks.splice(0, this.#chunks.length, left);
    this.#length = left.length;
    this.#done = to;
    this.#isSilent = left.every((x) => x === 0);
  }
}
