import { isRecord } from '#base/guards.ts';
import type { TokenLogprob } from '#engine/tasks.ts';

type Entry = TokenLogprob['top'][number];

/** Log-probabilities of a chat's tokens; invalid entries are skipped. */
export function readLogprobs(value: unknown): TokenLogprob[] {
  if (!isRecord(value)) return [];
  if (!Array.isArray(value['content'])) return readLegacyLogprobs(value);
  return value['content'].flatMap((item: unknown) => {
    const entry = readEntry(item);
    if (!entry || !isRecord(item)) return [];
    const top = Array.isArray(item['top_logprobs']) ? item['top_logprobs'] : [];
    return [{ ...entry, top: top.flatMap((t: unknown) => readEntry(t) ?? []) }];
  });
}

/** The same of text completions: lists side by side. */
export function readLegacyLogprobs(value: unknown): TokenLogprob[] {
  if (!isRecord(value) || !Array.isArray(value['tokens'])) return [];
  const { tokens, token_logprobs: own, top_logprobs: top } = value;
  return tokens.flatMap((token: unknown, i: number) => {
    const entry = readEntry({ token, logprob: Array.isArray(own) ? own[i] : undefined });
    if (!entry) return [];
    const others: unknown = Array.isArray(top) ? top[i] : null;
    const list = isRecord(others) ? Object.entries(others) : [];
    return [
      { ...entry, top: list.flatMap(([t, logprob]) => readEntry({ token: t, logprob }) ?? []) },
    ];
  });
}

function readEntry(value: unknown): Entry | null {
  if (!isRecord(value)) return null;
  const { token, logprob, bytes } = value;
  if (typeof token !== 'string' || typeof logprob !== 'number') return null;
  if (!Number.isFinite(logprob) || logprob > 1e-3) return null;
  const isBytes =
    Array.isArray(bytes) && bytes.every((b) => Number.isInteger(b) && b >= 0 && b < 256);
  const own = isBytes ? (bytes as number[]) : [...new TextEncoder().encode(token)];
  return { token, logprob: Math.min(0, logprob), bytes: own };
}
