import { type ApiDependencies, newCall } from '#api/call/call.ts';
import { discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import {
  clipTask,
  type KnownClip,
  Letters,
  letterOf,
  Stretch,
  speakersModel,
  voicesOf,
} from '#api/tasks/speakers.ts';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { Turn } from '#engine/slot.ts';
import type {
  FoundTurns,
  LocalVoice,
  SpeakerTurn,
  SpeechWord,
  TurnsTask,
  VoicesTask,
} from '#engine/tasks.ts';
import { assignSpeakers } from '#transcript-formats/assign-speakers.ts';

/** Seconds of silence that wait to be left out, and of sound before a voice that belong to it. */
const IDLE = 10;
const LEAD = 0.5;
/** Seconds of sound that wait while a voice speaks, as for its text; and utterances that wait for the model. */
const MAX_WAITING = 600;
const MAX_READS = 20;
/** Runs without an answer after which no more is asked. */
const MAX_FAILURES = 3;
/** Pieces of voices that are compared with each other: with the encoder's, an hour of talk. */
const MAX_VOICES = 1_800;
/** Pieces by which a speaker is recognised who is not among them any more. */
const EXAMPLES = 12;
/** Segments whose speaker may still change: text that was shown for minutes retains its colour. */
const MAX_OPEN = 60;

/** How many people speak, at least and at most. */
export interface SpeakerBounds {
  min: number;
  max: number;
}

/** What one speaker says in an utterance. Seconds from the start of the sound. */
export interface LiveSegment {
  id: string;
  itemId: string;
  text: string;
  start: number;
  end: number;
  /** A known name, else `A` for the first one, then `B`, … */
  speaker: string;
}

/** A segment whose speaker may still change, with its words. */
type OpenSegment = LiveSegment & Pick<Spoken, 'words'>;

/** An utterance that is transcribed, or a part of it. `words`: empty where the model does not time them. */
export interface Spoken {
  itemId: string;
  text: string;
  start: number;
  end: number;
  words: readonly SpeechWord[];
}

/**
 * Who speaks in a session, utterance by utterance, on the slot of the speakers' model. All voices so far are compared again
 * with each: a speaker of before may turn out to be two, or two to be one.
 */
export class LiveSpeakers {
  readonly #api: ApiDependencies;
  readonly #request: Request;
  readonly #bounds: SpeakerBounds;
  /** Clips of known voices, and what the model found in them. */
  readonly #clips: Promise<readonly KnownClip[]>;
  readonly #known: { name: string; voices: readonly LocalVoice[] }[] = [];
  readonly #signal: AbortSignal;
  readonly #onSegment: (segment: LiveSegment) => void;
  readonly #stretch = new Stretch();
  /** Samples since the sound began. */
  #samples = 0;
  /** Whether somebody talks, so that no sound is left out. */
  #isSpeech = false;
  #voices: LocalVoice[] = [];
  #open: OpenSegment[] = [];
  readonly #examples = new Map<string, LocalVoice[]>();
  readonly #isName = (label: string) => this.#known.some(({ name }) => name === label);
  readonly #letters = new Letters(this.#isName);
  /** Runs without an answer since the last one. */
  #failures = 0;
  /** Utterances that wait for the model. */
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();

  /** `onSegment`: also for one that was reported before, with another speaker or fewer words. `signal`: ends the work. */
  constructor(
    { api, request }: { api: ApiDependencies; request: Request },
    { bounds, known }: { bounds: SpeakerBounds; known: Promise<readonly KnownClip[]> },
    signal: AbortSignal,
    onSegment: (segment: LiveSegment) => void,
  ) {
    this.#api = api;
    this.#request = request;
    this.#bounds = bounds;
    this.#clips = known;
    this.#signal = signal;
    this.#onSegment = onSegment;
  }

  /** `samples`: mono, 16 000 Hz. */
  push(samples: Float32Array): void {
    this.#samples += samples.length;
    this.#stretch.hold(samples);
    const now = this.#samples / SAMPLE_RATE;
    if (!this.#isSpeech && this.#stretch.seconds > IDLE) this.#stretch.skip(now - IDLE / 2);
    if (this.#stretch.seconds > MAX_WAITING) this.#stretch.skip(now - MAX_WAITING / 2);
  }

  /** A voice begins at a second. */
  begin(second: number): void {
    this.#isSpeech = true;
    this.#stretch.skip(second - LEAD);
  }

  /** The utterance is over, and nothing of it is to be read. */
  drop(): void {
    this.#isSpeech = false;
  }

  /** Says who spoke. `isOver`: whether the utterance is. @returns when it is reported; rejects where the model fails again and again */
  read(spoken: Spoken, isOver: boolean): Promise<void> {
    this.#isSpeech = !isOver;
    if (this.#waiting >= MAX_READS) {
      // A model that is so far behind names no speaker of these; their sound does not wait either.
      this.#stretch.skip(spoken.end);
      return Promise.resolve();
    }
    this.#waiting++;
    // Taken now: the next utterance leaves out the sound before it.
    const tasks = [...this.#stretch.end(spoken.end)];
    const done = this.#work
      .then(() => this.#report(spoken, tasks))
      .then(
        () => {
          this.#failures = 0;
        },
        (error: unknown) => {
          // A queue that is full once costs an utterance its speaker; the next one may have it.
          if (++this.#failures >= MAX_FAILURES) throw error;
        },
      )
      .finally(() => {
        this.#waiting--;
      });
    this.#work = done.catch(() => {});
    return done;
  }

  async #report(spoken: Spoken, tasks: readonly VoicesTask[]): Promise<void> {
    if (this.#signal.aborted || spoken.text.trim() === '') return;
    const clips = await this.#clips;
    const turns = await this.#inTurn(async (turn) => {
      await this.#meet(turn, clips);
      for (const task of tasks) this.#voices.push(...(await voicesOf(turn, task)));
      this.#voices = this.#voices.slice(-MAX_VOICES);
      const names = [...this.#examples.keys()];
      const all: TurnsTask = {
        kind: 'turns',
        voices: this.#voices,
        ...this.#bounds,
        known: this.#known.map(({ voices }) => voices),
        earlier: [...this.#examples.values()],
      };
      for await (const event of turn.run(all)) {
        if (event.type === 'turns') return this.#name(event, names);
      }
      return [];
    });
    if (this.#signal.aborted) return;
    this.#correct(turns);
    const before = this.#open.at(-1)?.speaker ?? letterOf(0);
    this.#open.push(...this.#split({ id: this.#newId(), ...spoken }, turns, before));
    this.#open = this.#open.slice(-MAX_OPEN);
    this.#remember(turns);
  }

  /** Has the model read the clips of known voices that it has not. */
  async #meet(turn: Turn, clips: readonly KnownClip[]): Promise<void> {
    for (const clip of clips.slice(this.#known.length)) {
      this.#known.push({ name: clip.name, voices: await voicesOf(turn, clipTask(clip)) });
    }
  }

  /**
   * The labels of the speakers of all turns: a known voice has its name, as long as it is one; any other speaker retains
   * the letter of the time in which it speaks most. `labels`: of the speakers of before.
   */
  #name({ turns, known, earlier }: FoundTurns, labels: readonly string[]) {
    const said = this.#open.filter(({ speaker }) => !this.#isName(speaker));
    const shares = earlier
      .flatMap((_, speaker) => {
        const own = turns.filter((turn) => turn.speaker === speaker);
        const letters = new Set(said.map((segment) => segment.speaker));
        return [...letters].map((letter) => {
          const theirs = said.filter((segment) => segment.speaker === letter);
          return { speaker, letter, seconds: sharedSeconds(own, theirs) };
        });
      })
      .filter(({ seconds }) => seconds > 0)
      .sort((a, b) => b.seconds - a.seconds);
    const found = new Map<number, string>();
    const give = (speaker: number, letter = '') => {
      if (letter === '' || this.#isName(letter) || found.has(speaker)) return;
      if (![...found.values()].includes(letter)) found.set(speaker, letter);
    };
    for (const [speaker, at] of known.entries()) {
      const { name = '' } = this.#known[at ?? -1] ?? {};
      if (name !== '') found.set(speaker, name);
    }
    for (const { speaker, letter } of shares) give(speaker, letter);
    for (const [speaker, at] of earlier.entries()) if (at !== null) give(speaker, labels[at]);
    for (const speaker of earlier.keys()) {
      if (!found.has(speaker)) found.set(speaker, this.#letters.next());
    }
    return turns.map((turn) => ({ ...turn, speaker: found.get(turn.speaker) ?? '?' }));
  }

  /** Segments of before that another one says, or that are two, now that more of the voices is known. */
  #correct(turns: readonly NamedTurn[]): void {
    this.#open = this.#open.flatMap((segment) => this.#split(segment, turns, segment.speaker));
  }

  /** Words by who says them: the first part has the id of the whole. `otherwise`: the speaker where no turn shows one. */
  #split(
    whole: Spoken & { id: string; speaker?: string },
    turns: readonly NamedTurn[],
    otherwise: string,
  ): OpenSegment[] {
    const near = turns.filter(({ start, end }) => start < whole.end && end > whole.start);
    const parts = assignSpeakers([whole], near, ({ text }) => text);
    return parts.map((part, i) => {
      const { text, start, end, words = [] } = part;
      const id = i === 0 ? whole.id : this.#newId();
      const facts = { id, itemId: whole.itemId, text, start, end };
      const segment = { ...facts, speaker: part.speaker ?? otherwise };
      if (segment.speaker !== whole.speaker || parts.length > 1) this.#onSegment(segment);
      return { ...segment, words };
    });
  }

  #newId(): string {
    return `seg_${this.#api.uuid()}`;
  }

  /** Stores some pieces of each voice: its speaker may be silent for an hour. */
  #remember(turns: readonly NamedTurn[]): void {
    for (const letter of new Set(turns.map(({ speaker }) => speaker))) {
      const own = turns.filter(({ speaker }) => speaker === letter);
      const clear = this.#voices.filter(
        ({ start, end, alone, vector }) =>
          vector && alone > 1 && own.some((turn) => turn.start <= start && turn.end >= end),
      );
      if (clear.length > 0) this.#examples.set(letter, clear.slice(-EXAMPLES));
    }
  }

  /** Runs tasks in one turn on the slot of the speakers' model, which is loaded first. */
  async #inTurn<T>(run: (turn: Turn) => Promise<T>): Promise<T> {
    const call = newCall(this.#api, this.#request, null);
    const card = speakersModel(this.#api);
    const slot = await openSlot(call, card);
    const turn = slot.admit(this.#signal);
    call.releaseSlot();
    try {
      await turn.started;
      return await run(turn);
    } catch (error) {
      discardIfBroken(call, slot, error);
      throw error;
    } finally {
      turn.leave();
    }
  }
}

interface NamedTurn extends Omit<SpeakerTurn, 'speaker'> {
  speaker: string;
}

type Span = Pick<SpeakerTurn, 'start' | 'end'>;

function sharedSeconds(turns: readonly Span[], segments: readonly Span[]): number {
  let sum = 0;
  for (const a of turns) {
    for (const b of segments) {
      sum += Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
    }
  }
  return sum;
}
