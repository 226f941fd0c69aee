// One contender of bench/chat.mjs in a separate thread: the library's threads are fixed per thread.
import { env, pipeline, type TextGenerationPipeline } from '@huggingface/transformers';
import type { ChatTask, OutputFormat, TaskEvent } from '#engine/tasks.ts';
import { ChatModel, type ChatOptions } from '#runtimes/transformers/chat/chat-model.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

export interface ChatContender {
  /** `ours`, or the library's documented pipeline. */
  who: 'ours' | 'pipeline';
  model: string;
  threads: number;
  options?: ChatOptions;
}

export interface ChatRun {
  prompts: { role: 'user' | 'assistant'; text: string }[][];
  maxTokens: number;
  format?: OutputFormat;
  /** Tokens after which the answer is stopped from outside. */
  stopAfter?: number;
}

/** Milliseconds from the start of all: to each answer's first token and end; tokens of all, and of one prompt. */
export interface ChatTimes {
  first: number[];
  last: number[];
  tokens: number;
  promptTokens: number;
  texts: string[];
}

type Chat = (run: ChatRun) => Promise<ChatTimes>;

allowOwnScripts();

async function open({ who, model, threads, options }: ChatContender): Promise<Chat> {
  configureLibrary({ id: model, device: 'wasm', threads });
  if (model.startsWith('bench-')) env.localModelPath = '/e2e/models/';
  if (who === 'pipeline') return openPipeline(model);
  const card = { id: model, device: 'wasm', can: {} } as Parameters<typeof ChatModel.load>[0];
  const mine = await ChatModel.load(card, () => {}, options);
  const { isPartial } = await mine.probe();
  if (isPartial) await mine.probeRest(new AbortController().signal);
  return async ({ prompts, maxTokens, format = { kind: 'text' }, stopAfter = Infinity }) => {
    const start = performance.now();
    const times: ChatTimes = { first: [], last: [], tokens: 0, promptTokens: 0, texts: [] };
    const note = (event: TaskEvent, at: number) => {
      if (event.type === 'start') times.promptTokens = event.promptTokens;
      if (event.type === 'end') times.tokens += event.completionTokens;
      if (event.type !== 'text') return;
      times.first[at] ??= performance.now() - start;
      times.texts[at] = (times.texts[at] ?? '') + event.text;
    };
    const answer = async (turns: ChatRun['prompts'][number], at: number) => {
      const task = taskOf(turns, maxTokens, format);
      let written = 0;
      for await (const event of mine.run(task, new AbortController().signal)) {
        note(event, at);
        if (++written > stopAfter) break;
      }
      times.last[at] = performance.now() - start;
    };
    await Promise.all(prompts.map(answer));
    return times;
  };
}

function taskOf(
  turns: ChatRun['prompts'][number],
  maxTokens: number,
  format: OutputFormat,
): ChatTask {
  return {
    kind: 'chat',
    turns,
    maxTokens,
    contextTokens: 4096,
    sampling: { ...GREEDY, seed: 1 },
    stop: [],
    tools: [],
    toolChoice: 'none',
    format,
    topLogprobs: null,
  };
}

/** One answer after the other, each read from its beginning: what a page with the pipeline does. */
async function openPipeline(model: string): Promise<Chat> {
  const generate = (await pipeline('text-generation', model, {
    device: 'wasm',
    dtype: 'q8',
  })) as TextGenerationPipeline;
  return async ({ prompts, maxTokens }) => {
    const start = performance.now();
    const times: ChatTimes = { first: [], last: [], tokens: 0, promptTokens: 0, texts: [] };
    for (const [at, turns] of prompts.entries()) {
      const messages = turns.map(({ role, text }) => ({ role, content: text }));
      const streamer = {
        seen: 0,
        put() {
          // The prompt comes first, then each token.
          this.seen++;
          if (this.seen === 2) times.first[at] = performance.now() - start;
        },
        end() {},
      };
      const options = {
        max_new_tokens: maxTokens,
        min_new_tokens: maxTokens,
        do_sample: false,
        streamer,
      };
      const [out] = (await generate(messages, options as never)) as unknown as {
        generated_text: { content: string }[];
      }[];
      times.texts[at] = out?.generated_text.at(-1)?.content ?? '';
      times.last[at] = performance.now() - start;
      times.tokens += maxTokens;
    }
    return times;
  };
}

let chat: Promise<Chat> | null = null;

self.onmessage = async ({ data }: MessageEvent<ChatContender | ChatRun>) => {
  if ('who' in data) {
    chat = open(data);
    await chat;
    self.postMessage('ready');
    return;
  }
  const run = await chat;
  self.postMessage(await run?.(data));
};
