// One contender of bench/long-audio.mjs and bench/requests.mjs in a separate thread: the library's threads are fixed per thread.
import { env, pipeline } from '@huggingface/transformers';
import { transcribe } from '#api/tasks/speech.ts';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { SpeechModel } from '#runtimes/transformers/speech/speech-model.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

export interface SpeechContender {
  who: 'ours' | 'peer';
  threads: number;
  /** `alcove-digits` when absent. */
  model?: string;
}

export interface Transcribed {
  text: string;
  ms: number;
  /** Until the first words. */
  firstMs: number;
  /** Seconds of the recording that the first words are from. */
  firstSeconds: number;
}

allowOwnScripts();
// A message that fails ends the wait of the page.
self.onunhandledrejection = ({ reason }) => reportError(reason);

async function openOurs(id: string): Promise<(samples: Float32Array) => Promise<Transcribed>> {
  const card = { id, device: 'wasm', can: {} } as Parameters<typeof SpeechModel.load>[0];
  const model = await SpeechModel.load(card, () => {});
  await model.probe();
  const signal = new AbortController().signal;
  const options = {
    language: 'en',
    translate: false,
    prompt: '',
    temperature: 0,
    withTimes: true,
    withWords: false,
    seeks: true,
  };
  return async (samples) => {
    async function* pieces() {
      for (let at = 0; at < samples.length; at += 16_000) yield samples.subarray(at, at + 16_000);
    }
    const start = performance.now();
    let firstMs = 0;
    let firstSeconds = 0;
    let text = '';
    const run = (task: Parameters<typeof model.run>[0]) => model.run(task, signal);
    for await (const { segments, end } of transcribe(run, pieces(), options)) {
      firstMs ||= performance.now() - start;
      firstSeconds ||= end;
      text += segments.map((s) => s.text).join('');
    }
    return { text, ms: performance.now() - start, firstMs, firstSeconds };
  };
}

/** What whisper-web's worker does: chunks of 30 s that overlap by 5 s on both sides. */
async function openPeer(id: string): Promise<(samples: Float32Array) => Promise<Transcribed>> {
  const recognise = await pipeline('automatic-speech-recognition', id, {
    device: 'wasm',
    dtype: 'q8',
  });
  const options = { chunk_length_s: 30, stride_length_s: 5, return_timestamps: true } as const;
  return async (samples) => {
    const start = performance.now();
    const answer = (await recognise(samples, options)) as { text: string };
    const ms = performance.now() - start;
    return { text: answer.text, ms, firstMs: ms, firstSeconds: samples.length / 16_000 };
  };
}

let contender: Promise<(samples: Float32Array) => Promise<Transcribed>> | null = null;

self.onmessage = async ({ data }: MessageEvent<SpeechContender | Float32Array>) => {
  if (data instanceof Float32Array) {
    const run = await contender;
    self.postMessage(await run?.(data));
    return;
  }
  const { who, threads, model = 'alcove-digits' } = data;
  configureLibrary({ id: model, device: 'wasm', threads });
  if (model.startsWith('bench-')) env.localModelPath = '/e2e/models/';
  contender = who === 'ours' ? openOurs(model) : openPeer(model);
  await contender;
  self.postMessage('ready');
};
