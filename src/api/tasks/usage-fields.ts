import type { CallUsage } from '#api/call/call.ts';
import type { Timings, TokenCounts, Turn } from '#engine/slot.ts';

/** The `usage` object: OpenAI's names and the hosted service's side by side (contract §3.4). */
export function usageFields(counts: TokenCounts, timings: Timings, loadSeconds = 0) {
  const { prompt, completion } = counts;
  const first = seconds((timings.firstToken ?? timings.ended) - timings.started);
  const execution = Math.max(first, seconds(timings.ended - timings.started));
  const queue = seconds(timings.started - timings.admitted);
  const rate = (tokens: number, time: number) => (tokens > 0 && time > 0 ? tokens / time : 0);
  const afterFirst = rate(completion - 1, execution - first);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    input_tokens_count: prompt,
    output_tokens_count: completion,
    total_tokens_count: prompt + completion,
    time_to_first_token: first,
    model_execution_time: execution,
    throughput_after_first_token: afterFirst,
    queue_time: queue,
    load_time: seconds(loadSeconds),
    prompt_tokens_details: { cached_tokens: counts.cached },
    completion_tokens_details: { reasoning_tokens: counts.reasoning },
    total_latency: queue + execution,
    completion_tokens_per_sec: rate(completion, execution),
    completion_tokens_after_first_per_sec: afterFirst,
    total_tokens_per_sec: rate(prompt + completion, execution),
    is_last_response: true,
  };
}

/** Copies the figures of a turn, so far, to its request's row of the ledger. */
export function noteUsage(usage: CallUsage, { counts, timings }: Turn): void {
  usage.promptTokens = counts.prompt;
  usage.cachedTokens = counts.cached;
  usage.completionTokens = counts.completion;
  usage.queueSeconds = seconds(timings.started - timings.admitted);
  usage.firstTokenSeconds = seconds((timings.firstToken ?? timings.ended) - timings.started);
  usage.totalSeconds = seconds(timings.ended - timings.admitted);
}

function seconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}
