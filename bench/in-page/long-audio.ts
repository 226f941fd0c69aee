// The page side of bench/long-audio.mjs: the recording, and contenders by name.
import { askWorker } from './ask-worker.ts';
import type { SpeechContender, Transcribed } from './speech-worker.ts';

const workers = new Map<string, Worker>();
let track = new Float32Array(0);

/** Takes a recording, base64 of any file: 16 kHz mono samples. @returns its seconds. */
export async function take(base64: string): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const context = new OfflineAudioContext(1, 1, 16_000);
  track = (await context.decodeAudioData(bytes.buffer)).getChannelData(0);
  return track.length / 16_000;
}

export async function open(name: string, contender: SpeechContender): Promise<void> {
  const worker = new Worker(new URL('./speech-worker.ts', import.meta.url), { type: 'module' });
  await askWorker(worker, contender);
  workers.set(name, worker);
}

/** Transcribes the recording, or its first `seconds`. */
export function run(name: string, seconds = Infinity): Promise<Transcribed> {
  const worker = workers.get(name) as Worker;
  return askWorker(worker, track.slice(0, Math.min(track.length, seconds * 16_000)));
}
