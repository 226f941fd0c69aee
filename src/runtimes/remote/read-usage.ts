import { isRecord } from '#base/guards.ts';

/** Tokens beyond which a figure is a mistake. */
const MAX_TOKENS = 100_000_000;
/** Characters per token, for servers that report no usage. */
const CHARACTERS = 4;

export interface RemoteUsage {
  prompt: number;
  cached: number;
  completion: number;
  reasoning: number;
}

/** The figures of a `usage` object; null unless each is a number of tokens that can be. */
export function readUsage(value: unknown): RemoteUsage | null {
  if (!isRecord(value)) return null;
  const details = (name: string, field: string) => {
    const part = value[name];
    return isRecord(part) ? (count(part[field] ?? 0) ?? 0) : 0;
  };
  const prompt = count(value['prompt_tokens'] ?? value['input_tokens']);
  const completion = count(value['completion_tokens'] ?? value['output_tokens'] ?? 0);
  if (prompt === null || completion === null) return null;
  return {
    prompt,
    completion,
    cached: Math.min(prompt, details('prompt_tokens_details', 'cached_tokens')),
    reasoning: Math.min(completion, details('completion_tokens_details', 'reasoning_tokens')),
  };
}

function count(value: unknown): number | null {
  const isCount = Number.isInteger(value) && (value as number) >= 0;
  return isCount && (value as number) <= MAX_TOKENS ? (value as number) : null;
}

/** Tokens of a text, roughly: for budgets, where a server counts none. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS);
}
