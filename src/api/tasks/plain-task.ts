import type { ChatRequest } from '#contract/chat-request.ts';
import type { Sampling } from '#engine/sampling.ts';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';

export const DEFAULT_MAX_TOKENS = 1000;

/** A chat task that wants plain text, with the defaults of the audio endpoints. */
export function plainTask(turns: ChatTurn[], temperature: number): ChatTask {
  return {
    kind: 'chat',
    turns,
    maxTokens: DEFAULT_MAX_TOKENS,
    contextTokens: 0,
    sampling: samplingOf({}, temperature),
    stop: [],
    tools: [],
    toolChoice: 'none',
    format: { kind: 'text' },
    topLogprobs: null,
  };
}

type AskedSampling = Partial<
  Pick<
    ChatRequest,
    | 'temperature'
    | 'top_p'
    | 'top_k'
    | 'min_p'
    | 'avoid_repetition'
    | 'seed'
    | 'presence_penalty'
    | 'frequency_penalty'
    | 'logit_bias'
  >
>;

/** How a request wants its tokens chosen; `temperature` where it does not say. */
export function samplingOf(request: AskedSampling, temperature: number): Sampling {
  return {
    temperature: request.temperature ?? temperature,
    topP: request.top_p ?? 1,
    topK: request.top_k ?? null,
    ...(request.min_p && { minP: request.min_p }),
    ...(request.avoid_repetition && { avoidsRepetition: true as const }),
    seed: request.seed ?? null,
    presencePenalty: request.presence_penalty ?? 0,
    frequencyPenalty: request.frequency_penalty ?? 0,
    ...biasOf(request.logit_bias),
  };
}

/** The bias of single tokens that a request asks for. */
function biasOf(asked: Readonly<Record<string, number>> | null | undefined) {
  if (!asked) return {};
  return { bias: new Map(Object.entries(asked).map(([id, value]) => [Number(id), value])) };
}

/** The values of a task that its request leaves open. */
export function defaultsOf({ temperature }: { temperature?: number | null | undefined }) {
  return typeof temperature === 'number' ? [] : (['temperature'] as const);
}
