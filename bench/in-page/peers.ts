// Peers of bench/real/peers.mjs that run in a page: transformers.js' documented pipelines on the files of a hub.
import {
  type AutomaticSpeechRecognitionPipeline,
  env,
  type FeatureExtractionPipeline,
  pipeline,
  type TextGenerationPipeline,
} from '@huggingface/transformers';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

type Pipe = TextGenerationPipeline | AutomaticSpeechRecognitionPipeline | FeatureExtractionPipeline;
type Task = 'text-generation' | 'automatic-speech-recognition' | 'feature-extraction';

export interface Answer {
  /** Milliseconds to the first token, and from it to the last. */
  first: number;
  rest: number;
  /** Tokens of the answer. */
  count: number;
  text: string;
}

let loaded: Pipe | null = null;

/** Loads one pipeline with 8-bit weights from this origin's hub; the library's threads are fixed from the first on. */
export async function open(task: Task, model: string, threads: number): Promise<void> {
  allowOwnScripts();
  configureLibrary({ id: model, device: 'wasm', threads });
  env.fetch = fetch.bind(globalThis);
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
  env.remoteHost = `${location.origin}/hub/`;
  loaded = (await pipeline(task, model, { device: 'wasm', dtype: 'q8' })) as Pipe;
}

/** One answer, greedy. */
export async function chat(question: string, maxTokens: number): Promise<Answer> {
  const start = performance.now();
  let seen = 0;
  let first = 0;
  let last = 0;
  const streamer = {
    put() {
      // The prompt comes first, then each token.
      seen++;
      last = performance.now();
      if (seen === 2) first = last;
    },
    end() {},
  };
  const generate = loaded as TextGenerationPipeline;
  const [out] = (await generate([{ role: 'user', content: question }], {
    max_new_tokens: maxTokens,
    do_sample: false,
    streamer,
  } as never)) as unknown as { generated_text: { content: string }[] }[];
  const text = out?.generated_text.at(-1)?.content ?? '';
  return { first: first - start, rest: last - first, count: seen - 1, text };
}

/** A recording of this origin, in chunks of 30 s that overlap by 5 s on both sides, as whisper-web does. */
export async function transcribe(url: string): Promise<{ text: string; seconds: number }> {
  const bytes = await (await fetch(url)).arrayBuffer();
  const context = new OfflineAudioContext(1, 1, 16_000);
  const samples = (await context.decodeAudioData(bytes)).getChannelData(0);
  const listen = loaded as AutomaticSpeechRecognitionPipeline;
  const options = { chunk_length_s: 30, stride_length_s: 5, return_timestamps: true };
  const { text } = (await listen(samples, options)) as { text: string };
  return { text, seconds: samples.length / 16_000 };
}

/** Embeds texts in arrays of `size`. @returns milliseconds */
export async function embed(texts: string[], size: number): Promise<number> {
  const start = performance.now();
  const extract = loaded as FeatureExtractionPipeline;
  for (let at = 0; at < texts.length; at += size) {
    await extract(texts.slice(at, at + size), { pooling: 'mean', normalize: true });
  }
  return performance.now() - start;
}
