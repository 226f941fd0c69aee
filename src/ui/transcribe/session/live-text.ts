import { createStore } from 'zustand/vanilla';
import { toBase64 } from '#base/bytes.ts';
import { toPcm } from '#base/wav.ts';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** What one person or several say between two pauses. */
interface Spoken {
  id: string;
  /** It does not change any more. */
  text: string;
}

interface LiveTextState {
  status: 'off' | 'starting' | 'on' | 'failed';
  spoken: readonly Spoken[];
  /** The latest words, which may change. */
  provisional: string;
}

const OFF: LiveTextState = { status: 'off', spoken: [], provisional: '' };
/** Paragraphs in the page: an hour of talk has a thousand, and the recording is transcribed as a whole afterwards. */
const MAX_SPOKEN = 200;
/** Pieces of sound that wait for the session to open; recorders send some ten a second. */
const MAX_WAITING = 600;
/** Milliseconds of silence that begin a new paragraph: breaths of a speaker are shorter. */
const SILENCE_MS = 800;

/** An event of the service: the ones that are read here have these fields. */
interface RealtimeEvent {
  type: string;
  item_id?: string;
  delta?: string;
  text?: string;
  transcript?: string;
}

/** The text of a recording in progress, from the service's Realtime session. The recording does not depend on it. */
export class LiveText {
  readonly state = createStore<LiveTextState>(() => OFF);
  readonly #ports: SessionPorts;
  #socket: AlcoveRealtimeSocket | null = null;
  /** Events since the start, until the session opens; null where there is no session. */
  #waiting: string[] | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** `rate`: samples a second of what `push` gets. */
  async start({ model, language, vocabulary }: TranscriptionOptions, rate: number): Promise<void> {
    const waiting: string[] = [];
    this.#waiting = waiting;
    this.state.setState({ ...OFF, status: 'starting' });
    try {
      const socket = await this.#ports.realtime(model, new AbortController().signal);
      if (this.#waiting !== waiting) {
        socket.close();
        return;
      }
      this.#socket = socket;
      socket.onopen = () => {
        const input = {
          format: { type: 'audio/pcm', rate },
          transcription: { model, language, vocabulary },
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

  push(samples: Float32Array): void {
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
    const { item_id: id = '', delta, text, transcript } = event;
    switch (event.type.replace('conversation.item.input_audio_transcription.', '')) {
      case 'alcove.model.ready':
        this.state.setState({ status: 'on' });
        return;
      case 'delta':
        this.#write(id, (before) => before + (delta ?? ''));
        return;
      case 'provisional':
        this.state.setState({ provisional: text ?? '' });
        return;
      case 'completed':
        this.#write(id, () => transcript ?? '');
        this.state.setState({ provisional: '' });
        return;
      case 'error':
      case 'failed':
        reportError(new Error(JSON.stringify(event)));
        this.#socket?.close();
        this.#fail();
        return;
    }
  }

  #write(id: string, change: (before: string) => string): void {
    const { spoken } = this.state.getState();
    const known = spoken.at(-1)?.id === id ? spoken.at(-1) : undefined;
    const next = { id, text: change(known?.text ?? '') };
    const others = known ? spoken.slice(0, -1) : spoken;
    const isEmpty = next.text.trim() === '';
    this.state.setState({ spoken: (isEmpty ? others : [...others, next]).slice(-MAX_SPOKEN) });
  }
}
