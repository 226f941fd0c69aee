// The page side of bench/requests.mjs.
import { askWorker } from './ask-worker.ts';
import type { ChatContender } from './chat-worker.ts';
import { run } from './embeddings.ts';
import type { SpeechContender } from './speech-worker.ts';

const SECOND = 16_000;
/** Seconds of the sample at which one second has clear words. */
const CLEAR_AT = 8;
/** Tokens of an answer. */
const TOKENS = 32;

const workers = new Map<string, Worker>();

async function send(path: string, key: string, body?: unknown): Promise<string> {
  const isForm = body instanceof FormData;
  const response = await fetch(`/v1/${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

export async function embed(key: string, texts: string[]): Promise<void> {
  for (const input of texts) await send('embeddings', key, { model: 'alcove-embed', input });
}

export async function list(key: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await send('models', key);
}

export async function chat(key: string, questions: string[]): Promise<void> {
  for (const content of questions) {
    const messages = [{ role: 'user', content }];
    await send('chat/completions', key, { model: 'alcove-guide', messages, max_tokens: TOKENS });
  }
}

/** One text a call, as a client sends questions. */
export async function runEach(name: string, texts: string[]): Promise<void> {
  for (const text of texts) await run(name, [text]);
}

/** A clear second of the sample, a speech: 16 kHz. */
async function speech(): Promise<Float32Array> {
  const bytes = await (await fetch('/samples/inaugural-address-1961.mp3')).arrayBuffer();
  const context = new OfflineAudioContext(1, 1, SECOND);
  const track = (await context.decodeAudioData(bytes)).getChannelData(0);
  return track.slice(CLEAR_AT * SECOND, (CLEAR_AT + 1) * SECOND);
}

/** @returns the text */
export async function transcribe(key: string): Promise<string> {
  const samples = await speech();
  const wav = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const words = ['RIFF', 36 + samples.length * 2, 'WAVE', 'fmt ', 16, 0x10001, SECOND, SECOND * 2];
  for (const [i, word] of [...words, 0x100002, 'data', samples.length * 2].entries()) {
    if (typeof word === 'number') wav.setUint32(i * 4, word, true);
    else for (let c = 0; c < 4; c++) wav.setUint8(i * 4 + c, word.charCodeAt(c));
  }
  for (const [i, x] of samples.entries()) wav.setInt16(44 + i * 2, x * 32_767, true);
  const form = new FormData();
  form.set('model', 'alcove-whisper');
  form.set('file', new Blob([wav]), 'second.wav');
  return send('audio/transcriptions', key, form);
}

/** Opens a chat model or a recogniser in a worker of its own, without `/v1`. */
export async function openAlone(
  name: string,
  kind: 'chat' | 'speech',
  contender: ChatContender | SpeechContender,
): Promise<void> {
  const worker =
    kind === 'chat'
      ? new Worker(new URL('./chat-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./speech-worker.ts', import.meta.url), { type: 'module' });
  await askWorker(worker, contender);
  workers.set(name, worker);
}

export async function chatAlone(name: string, questions: string[]): Promise<void> {
  for (const text of questions) {
    const what = { prompts: [[{ role: 'user', text }]], maxTokens: TOKENS };
    await askWorker(workers.get(name) as Worker, what);
  }
}

/** @returns the text */
export async function transcribeAlone(name: string): Promise<string> {
  return (await askWorker<{ text: string }>(workers.get(name) as Worker, await speech())).text;
}

export function close(name: string): void {
  workers.get(name)?.terminate();
  workers.delete(name);
}
