// The page side of bench/audio-memory.mjs.
import { AutoProcessor } from '@huggingface/transformers';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';

const held: unknown[] = [];

/** Like browser demos: decodes the whole file first, then computes the features of all chunks before any text. */
export async function peer(url: string): Promise<number> {
  configureLibrary({ id: 'alcove-digits', device: 'wasm', threads: 1 });
  const bytes = await (await fetch(url)).arrayBuffer();
  const context = new AudioContext({ sampleRate: 16_000 });
  const samples = (await context.decodeAudioData(bytes)).getChannelData(0);
  held.push(samples);
  const processor = await AutoProcessor.from_pretrained('alcove-digits');
  for (let at = 0; at < samples.length; at += 20 * 16_000) {
    held.push(await processor(samples.subarray(at, at + 30 * 16_000)));
  }
  return samples.length / 16_000;
}

/** The same file through `/v1`, as a stream. @returns words transcribed. */
export async function ours(url: string, key: string): Promise<number> {
  const form = new FormData();
  form.append('model', 'alcove-digits');
  form.append('stream', 'true');
  form.append('file', await (await fetch(url)).blob(), 'track.webm');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form });
  const text = await response.text();
  return (text.match(/transcript\.text\.delta/g) ?? []).length;
}
