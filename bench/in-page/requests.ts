// The page side of bench/requests.mjs.
import { run } from './embeddings.ts';

const SECOND = 16_000;

async function send(path: string, key: string, body?: unknown): Promise<void> {
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
    await send('chat/completions', key, { model: 'alcove-guide', messages, max_tokens: 32 });
  }
}

/** One text a call, as a client sends questions. */
export async function runEach(name: string, texts: string[]): Promise<void> {
  for (const text of texts) await run(name, [text]);
}

/** The first second of the sample, a speech. */
async function speech(): Promise<Float32Array> {
  const bytes = await (await fetch('/samples/inaugural-address-1961.mp3')).arrayBuffer();
  const context = new OfflineAudioContext(1, SECOND, SECOND);
  return (await context.decodeAudioData(bytes)).getChannelData(0).slice(0, SECOND);
}

export async function transcribe(key: string): Promise<void> {
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
  await send('audio/transcriptions', key, form);
}
