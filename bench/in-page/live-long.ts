// The page side of bench/live-long.mjs: the app's own live text and its storage of recordings, fed with sound from files.
import { AlcoveDatabase } from '#storage/database.ts';
import { microphoneLock, Transcripts } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { LiveText } from '#ui/transcribe/session/live-text.ts';

const RATE = 16_000;
/** Samples of a piece, as the recorder sends them. */
const PIECE = RATE / 10;
/** Milliseconds without an event while sound is to be read: the session is stuck. */
const STUCK_MS = 300_000;

interface Event {
  type: string;
  delta?: string;
  audio_end_ms?: number;
}

const database = new AlcoveDatabase();
const transcripts = new Transcripts(database);
const recording = crypto.randomUUID();

let track = new Float32Array(0);
let live: LiveText | null = null;
let isOpen = false;
/** The second of sound that the session has read. */
let read = 0;
let eventAt = 0;
let pushed = 0;
/** When the end of each second was sent. */
const sentAt = new Map<number, number>();
let lags: number[] = [];
let characters = 0;
const failures: string[] = [];

function note(event: Event): void {
  const now = performance.now();
  eventAt = now;
  const kind = event.type.split('.').at(-1);
  if (kind === 'speech_started') isOpen = true;
  if (kind === 'completed' || kind === 'failed') isOpen = false;
  if (kind === 'failed' || kind === 'error') failures.push(JSON.stringify(event));
  if (kind === 'delta') characters += event.delta?.length ?? 0;
  if (kind !== 'provisional') return;
  read = Math.max(read, (event.audio_end_ms ?? 0) / 1_000);
  const sent = sentAt.get(Math.floor(read));
  if (sent === undefined) return;
  lags.push((now - sent) / 1_000);
  for (const second of sentAt.keys()) if (second < read) sentAt.delete(second);
}

/** Loads the sound that is repeated, 16-bit samples, and the model; opens the session. */
export async function open(url: string, key: string, model: string): Promise<void> {
  const bytes = await (await fetch(url)).arrayBuffer();
  track = Float32Array.from(new Int16Array(bytes), (sample) => sample / 32_768);
  const ports = {
    store: { database },
    realtime: async () => {
      const socket = await globalThis.alcove.realtime({ apiKey: key, model });
      socket.addEventListener('message', (event) => {
        note(JSON.parse((event as MessageEvent<string>).data) as Event);
      });
      return socket;
    },
  };
  live = new LiveText(ports as unknown as SessionPorts);
  await live.start({ model, language: 'en', translate: false }, RATE);
  navigator.locks
    .request(microphoneLock(recording), () => new Promise(() => {}))
    .catch(reportError);
  await until(() => live?.state.getState().status === 'on');
}

async function until(isSo: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isSo()) {
    if (performance.now() - Math.max(start, eventAt) > STUCK_MS) throw new Error('No event.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Speaks `seconds`, and stores the pieces of the recorded file meanwhile, one a second. `ahead`: seconds of sound that wait
 * for the model at most. @returns what came since the last call
 */
export async function speak(seconds: number, ahead: number, partsUrl: string) {
  const parts = await (await fetch(partsUrl)).blob();
  const start = Math.round(pushed);
  const size = Math.ceil(parts.size / seconds);
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < RATE / PIECE; i++) {
      await until(() => !isOpen || pushed - read < ahead);
      const at = Math.round(pushed * RATE) % track.length;
      // The last piece of the track may be shorter.
      const piece = track.subarray(at, at + PIECE);
      pushed += piece.length / RATE;
      live?.push(piece, pushed);
      await new Promise((resolve) => setTimeout(resolve));
    }
    sentAt.set(start + second, performance.now());
    // Sound without a voice is read without an event.
    if (sentAt.size > 600) sentAt.delete(sentAt.keys().next().value as number);
    const bytes = await parts.slice(second * size, (second + 1) * size).arrayBuffer();
    await transcripts.savePart(recording, new Blob([bytes], { type: 'audio/webm' }));
  }
  const { spoken, status } = live?.state.getState() ?? { spoken: [], status: 'off' };
  const said = {
    lags,
    characters,
    failures: failures.splice(0),
    paragraphs: spoken.length,
    status,
  };
  lags = [];
  characters = 0;
  return said;
}

/** The recordings in the list: name, bytes and SHA-256. */
export async function recovered() {
  const list = await transcripts.list();
  return Promise.all(
    list.map(async ({ id, name }) => {
      const bytes = (await (await transcripts.file(id))?.arrayBuffer()) ?? new ArrayBuffer(0);
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return { name, bytes: bytes.byteLength, sha256 };
    }),
  );
}

export const partsLeft = (): Promise<number> => database.recordingParts.count();
