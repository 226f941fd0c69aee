import type { MLCEngine } from '@mlc-ai/web-llm';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { toMessages } from './to-messages.ts';
import { type ConversationTemplate, writePrompt } from './write-prompt.ts';

/** The part of WebLLM's engine that is used here. */
export type WebllmEngine = Pick<
  MLCEngine,
  'reload' | 'unload' | 'interruptGenerate' | 'chat' | 'completions'
>;

/** Private fields of WebLLM 0.2.86 for its one loaded model. */
interface Hidden {
  loadedModelIdToPipeline?: Map<string, Pipeline>;
  loadedModelIdToChatConfig?: Map<string, { conv_template: Template }>;
}

interface Pipeline {
  tokenizer?: Tokenizer;
  /** Tokens whose keys and values it holds. */
  filledKVCacheLength?: number;
  curRoundPrefillTotalTokens?: number;
  curRoundDecodingTotalTokens?: number;
  /** Tokens of the answer so far. */
  outputIds?: number[];
  fullVocabSize?: number;
}

interface Tokenizer {
  encode(text: string): Int32Array;
  idToToken(id: number): string;
}

interface Template extends ConversationTemplate {
  /** Tokens before everything else. */
  system_prefix_token_ids?: number[] | null;
}

export interface PromptCounts {
  promptTokens: number;
  /** The part of them that an earlier answer left in the cache. */
  cachedTokens: number;
}

/** More tokens than come between two parts of an answer. */
const LATEST = 16;
/** Where there is no tokenizer to ask. */
const CHARACTERS_A_TOKEN = 3;

function pipelineOf(engine: WebllmEngine): Pipeline | undefined {
  const [pipeline] = (engine as Hidden).loadedModelIdToPipeline?.values() ?? [];
  return pipeline;
}

/** How the loaded model's prompts are written, and the text they begin with. */
export function templateOf(engine: WebllmEngine): { template: Template; start: string } {
  const [config] = (engine as Hidden).loadedModelIdToChatConfig?.values() ?? [];
  if (!config) throw new EngineError('runtime-failed', 'The model says nothing of its template.');
  const { conv_template: template } = config;
  const { tokenizer } = pipelineOf(engine) ?? {};
  const ids = template.system_prefix_token_ids ?? [];
  return { template, start: ids.map((id) => tokenizer?.idToToken(id) ?? '').join('') };
}

/** Tokens of a task's prompt, written in the model's template; of pictures and sounds, none. */
export async function countPrompt(engine: WebllmEngine, task: ChatTask): Promise<number> {
  const { template, start } = templateOf(engine);
  const turns = task.turns.map(({ images: _, audio: __, ...turn }) => turn);
  const isBegun = turns.at(-1)?.role === 'assistant';
  const begun = isBegun ? (turns.pop()?.text ?? '') : '';
  const prompt = start + writePrompt(await toMessages({ ...task, turns }), begun, template);
  const { tokenizer } = pipelineOf(engine) ?? {};
  return tokenizer?.encode(prompt).length ?? Math.ceil(prompt.length / CHARACTERS_A_TOKEN);
}

/** What the model read for the answer it is writing; null before it has read it. */
export function readCounts(engine: WebllmEngine): PromptCounts | null {
  const { filledKVCacheLength, curRoundPrefillTotalTokens, curRoundDecodingTotalTokens } =
    pipelineOf(engine) ?? {};
  if (filledKVCacheLength === undefined || !curRoundPrefillTotalTokens) return null;
  const promptTokens = filledKVCacheLength - (curRoundDecodingTotalTokens ?? 0);
  return { promptTokens, cachedTokens: promptTokens - curRoundPrefillTotalTokens };
}

/** Whether it just wrote a token that its vocabulary lacks, as on a GPU that computes wrongly: WebLLM continues. */
export function wroteStrayToken(engine: WebllmEngine): boolean {
  const { outputIds = [], fullVocabSize = Number.POSITIVE_INFINITY } = pipelineOf(engine) ?? {};
  return outputIds.slice(-LATEST).some((id) => id >= fullVocabSize);
}
