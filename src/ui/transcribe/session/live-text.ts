import { createStore } from 'zustand/vanilla';
import { toPcm } from '#base/audio.ts';
import { toBase64 } from '#base/bytes.ts';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { LiveEdit } from '#storage/transcript-records.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { KnownVoices, SpeakerNames } from './known-voices.ts';

/** The words between two pauses; once their speakers are known, the words of one of them. */
export interface Spoken {
  id: string;
  /** The utterance that it belongs to. */
  item: string;
  /** Certain words. */
  text: string;
  /** Seconds of the recording. */
  start: number;
  end: number;
  /** 0 for the one who speaks first; null while nothing says who it is. */
  speaker: number | null;
  /** The speaker's: of a known voice, else with a number. */
  name: string;
  /** Whether the model has written all of it: a person may write over it. */
  isDone: boolean;
  /** Whether a person did. */
  isEdited: boolean;
}

interface LiveTextState {
  status: 'off' | 'starting' | 'on' | 'failed';
  spoken: readonly Spoken[];
  /** The latest words, which may change. */
  provisional: string;
  /** Whether speakers were to be shown, and cannot be. */
  lacksSpeakers: boolean;
}

const OFF: LiveTextState = { status: 'off', spoken: [], provisional: '', lacksSpeakers: false };
/** Seconds by which times of the same moment may differ: some are rounded. */
const SAME = 0.02;
/** The field of an error about a known voice that cannot be read. */
const BAD_VOICE = /\.known_speaker_references(?:\[\d+\])?$/;
/** Seconds of sound in a piece from the recorder. */
const PIECE = 0.1;
/** Paragraphs in the page: an hour of talk has a thousand, and the recording is transcribed as a whole afterwards. */
const MAX_SPOKEN = 200;
/** Pieces of sound that wait for the session to open; recorders send some ten a second. */
const MAX_WAITING = 600;
/** Milliseconds of silence that begin a new paragraph: breaths of a speaker are shorter. */
const SILENCE_MS = 800;

/** An utterance in progress, or the last one. */
interface Utterance {
  /** Seconds of the part whose speaker is not known, and all certain text. */
  start: number;
  end: number;
  text: string;
  isDone: boolean;
  /** Characters of its text, without spaces, that are paragraphs by speakers already. */
  named: number;
}

/** An event of the service: the ones that are read here have these fields. */
interface RealtimeEvent {
  type: string;
  item_id?: string;
  delta?: string;
  text?: string;
  transcript?: string;
  audio_start_ms?: number;
  audio_end_ms?: number;
  /** Of a segment: its seconds, and a known name or `A` for the first speaker. */
  id?: string;
  speaker?: string;
  start?: number;
  end?: number;
  error?: { param?: string | null };
}

/** The text of a recording in progress, from the service's Realtime session. The recording does not depend on it. */
export class LiveText {
  readonly state = createStore<LiveTextState>(() => OFF);
  readonly #ports: SessionPorts;
  #socket: AlcoveRealtimeSocket | null = null;
  /** Events since the start, until the session opens; null where there is no session. */
  #waiting: string[] | null = null;
  /** Utterances in progress. */
  /** The second of the recording at which the session's sound begins. */
  #began: number | null = null;
  readonly #items = new Map<string, Utterance>();
  readonly #voices: KnownVoices;
  #names = new SpeakerNames([]);

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#voices = new KnownVoices(ports.store.database);
  }

  /** `rate`: samples a second of what `push` gets. */
  async start(options: TranscriptionOptions, rate: number): Promise<void> {
    const { model, language, vocabulary, speakerCount: people } = options;
    const waiting: string[] = [];
    this.#waiting = waiting;
    this.#items.clear();
    this.#began = null;
    this.state.setState({ ...OFF, status: 'starting' });
    try {
      const known = people ? await this.#voices.asFields() : null;
      this.#names = new SpeakerNames(known?.known_speaker_names ?? []);
      const socket = await this.#ports.realtime(model, new AbortController().signal);
      if (this.#waiting !== waiting) {
        socket.close();
        return;
      }
      this.#socket = socket;
      socket.onopen = () => {
        const input = {
          format: { type: 'audio/pcm', rate },
          transcription: {
            ...{ model, language, vocabulary },
            ...(people && { diarize: true, min_speakers: people.min, max_speakers: people.max }),
            ...known,
          },
          turn_detection: { type: 'server_vad', silence_duration_ms: SILENCE_MS },
        };
        const session = { type: 'transcription', audio: { input } };
        socket.send(JSON.stringify({ type: 'session.update', session }));
        for (const event of waiting.splice(0)) socket.send(event);
      };
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(data) as RealtimeEvent);
      socket.onclose = () => {
        if (this.#socket === socket) this.#fail();
      };
    } catch (error) {
      reportError(error);
      if (this.#waiting === waiting) this.#fail();
    }
  }

  /** `second`: of the recording, at the end of the samples. The session's time begins with the first that it gets. */
  push(samples: Float32Array, second: number): void {
    if (this.#waiting) this.#began ??= Math.max(0, second - PIECE);
    this.#send({ type: 'input_audio_buffer.append', audio: toBase64(toPcm(samples)) });
  }

  /** The speech before a pause is complete. */
  commit(): void {
    this.#send({ type: 'input_audio_buffer.commit' });
  }

  /** Words that are spoken while the session opens are sent when it is open. */
  #send(event: { type: string; audio?: string }): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(event));
    else if (this.#waiting && this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(JSON.stringify(event));
    }
  }

  /**
   * A person's own words in place of a paragraph, as it was when the person began: meanwhile it may have become parts.
   * @returns the edit that the transcript gets; null where nothing changes
   */
  rewrite(before: Spoken, text: string): LiveEdit | null {
    const plain = text.trim();
    if (!before.isDone || before.text.trim() === plain) return null;
    const { spoken } = this.state.getState();
    const rest = spoken.filter((one) => one.id === before.id || !isPartOf(one, before));
    this.state.setState({ spoken: rest });
    const { speaker, name } = spoken.find(({ id }) => id === before.id) ?? before;
    this.#put({ ...before, speaker, name, text: plain, isEdited: true });
    return { start: before.start, end: before.end, text: plain };
  }

  stop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#waiting = null;
    socket?.close();
    this.state.setState(OFF);
  }

  #fail(): void {
    this.#socket = null;
    this.#waiting = null;
    this.state.setState({ status: 'failed', provisional: '' });
  }

  #receive(event: RealtimeEvent): void {
    const { item_id: item = '', delta, text, transcript } = event;
    switch (event.type.replace('conversation.item.input_audio_transcription.', '')) {
      case 'alcove.model.ready':
        this.state.setState({ status: 'on' });
        return;
      case 'input_audio_buffer.speech_started':
        this.#change(item, { start: this.#secondOf(event.audio_start_ms) });
        return;
      case 'input_audio_buffer.speech_stopped':
        this.#change(item, { end: this.#secondOf(event.audio_end_ms) });
        return;
      case 'delta':
        this.#change(item, { text: (this.#items.get(item)?.text ?? '') + (delta ?? '') });
        return;
      case 'provisional':
        this.state.setState({ provisional: text ?? '' });
        return;
      case 'completed':
        this.#change(item, { text: transcript ?? '', isDone: true });
        this.state.setState({ provisional: '' });
        return;
      case 'segment':
        this.#say(event);
        return;
      case 'error':
      case 'failed':
        reportError(new Error(JSON.stringify(event)));
        // The speakers have numbers then.
        if (BAD_VOICE.test(event.error?.param ?? '')) return;
        // Without its speakers the text is worth as much.
        if (event.error?.param?.endsWith('.diarize')) {
          this.state.setState({ lacksSpeakers: true });
          return;
        }
        this.#socket?.close();
        this.#fail();
        return;
    }
  }

  /** Milliseconds of the session's sound, in seconds of the recording. */
  #secondOf(ms = 0): number {
    return ms / 1_000 + (this.#began ?? 0);
  }

  /** Changes an utterance: the part of it whose speaker is not known is a paragraph. */
  #change(item: string, change: Partial<Utterance>): void {
    const before = this.#items.get(item) ?? {
      ...{ start: 0, end: Infinity, text: '', isDone: false, named: 0 },
    };
    const now = { ...before, ...change };
    this.#items.set(item, now);
    const [oldest] = this.#items.keys();
    if (oldest !== undefined && this.#items.size > MAX_SPOKEN) this.#items.delete(oldest);
    // A person may have written over the rest.
    if (this.state.getState().spoken.some(({ id, isEdited }) => id === item && isEdited)) return;
    const { start, end, isDone } = now;
    const text = behind(now.text, now.named);
    const who = { speaker: null, name: '' };
    this.#put({ id: item, item, text, start, end, ...who, isDone, isEdited: false });
  }

  /** Who says a part of an utterance: it becomes a paragraph, unless a person has written over it. */
  #say({ item_id: item = '', id = '', text = '', ...event }: RealtimeEvent): void {
    const { spoken } = this.state.getState();
    const who = this.#names.of(event.speaker);
    const start = this.#secondOf(1_000 * (event.start ?? 0));
    const end = this.#secondOf(1_000 * (event.end ?? event.start ?? 0));
    const mine = spoken.filter((one) => one.item === item);
    const edited = mine.find((one) => one.isEdited && isPartOf({ item, start, end }, one));
    if (edited) {
      if (edited.id === id || edited.speaker === null) {
        this.#put({ ...edited, ...who });
      }
      return;
    }
    const known = mine.find((one) => one.id === id);
    const facts = { id, item, text, start, end, ...who };
    this.#put({ ...facts, isDone: true, isEdited: false });
    const named =
      (this.#items.get(item)?.named ?? 0) + lengthOf(text) - lengthOf(known?.text ?? '');
    this.#change(item, { named, ...(!known && { start: end }) });
  }

  /** Adds or changes a paragraph; an utterance’s stand together, in the order of time. One that is empty goes. */
  #put(next: Spoken): void {
    const { spoken } = this.state.getState();
    const others = spoken.filter(({ id }) => id !== next.id);
    const isBefore = (one: Spoken) => one.item === next.item && one.start <= next.start;
    const old = spoken.findIndex(({ id }) => id === next.id);
    const first = others.findIndex(({ item }) => item === next.item);
    const alone = old < 0 ? others.length : old;
    const at = first < 0 ? alone : Math.max(first, others.findLastIndex(isBefore) + 1);
    const fresh = next.text.trim() === '' && !next.isEdited ? [] : [next];
    const all = others.toSpliced(at, 0, ...fresh);
    this.state.setState({ spoken: all.slice(-MAX_SPOKEN) });
  }
}

/** Characters without spaces: texts that are joined differ in those. */
const lengthOf = (text: string) => text.replace(/\s/g, '').length;

/** A text without the first `count` characters other than spaces. */
function behind(text: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; at++) if (!/\s/.test(text[at] ?? '')) left--;
  return text.slice(at);
}

type Place = Pick<Spoken, 'item' | 'start' | 'end'>;

/** Whether a piece of text is within another one's stretch of time. */
export const isPartOf = (part: Place, whole: Place): boolean =>
  part.item === whole.item && part.start >= whole.start - SAME && part.end <= whole.end + SAME;
