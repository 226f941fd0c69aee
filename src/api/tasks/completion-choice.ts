import type { CompletionLogprobs } from '#contract/answers/completions-answer.ts';
import type { PromptToken } from '#engine/tasks.ts';

/** Tokens in OpenAI's older form. `offset`: characters of the text before them. */
export function toLegacyLogprobs(
  tokens: readonly PromptToken[],
  offset: number,
  withTop: boolean,
): CompletionLogprobs {
  const names = tokens.map(nameOf);
  let at = offset;
  return {
    tokens: names,
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: withTop ? tokens.map(toTop) : null,
    text_offset: tokens.map(({ token }) => {
      const start = at;
      at += token.length;
      return start;
    }),
  };
}

/** The likeliest tokens and the chosen one; tokens with one name count once, with the higher figure. */
function toTop(token: PromptToken): Record<string, number> | null {
  if (token.logprob === null) return null;
  // A map: the text of a token may be `constructor`.
  const top = new Map<string, number>();
  for (const entry of [...token.top, { ...token, logprob: token.logprob }]) {
    const name = nameOf(entry);
    top.set(name, Math.max(top.get(name) ?? Number.NEGATIVE_INFINITY, entry.logprob));
  }
  return Object.fromEntries(top);
}

/** The text of a token; its bytes where they are part of a character. */
function nameOf({ token, bytes }: Pick<PromptToken, 'token' | 'bytes'>): string {
  if (!token.includes('\uFFFD')) return token;
  const hex = bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  return `bytes:${hex.join('')}`;
}
