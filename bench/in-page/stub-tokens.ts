import { createPace } from '#runtimes/scripted/create-pace.ts';

/** The same tokens at the same pace for every contender: `count` of them, one each `delayMs`. */
export async function* stubTokens(count: number, delayMs: number): AsyncGenerator<string> {
  const pace = createPace(delayMs);
  const { signal } = new AbortController();
  for (let i = 0; i < count; i++) {
    await pace(signal);
    yield `tok${i % 100} `;
  }
}

/** A chunk as an OpenAI-shaped service sends it. */
export function toChunk(content: string, last: boolean) {
  return {
    id: 'chatcmpl-stub',
    object: 'chat.completion.chunk' as const,
    created: 1,
    model: 'stub',
    choices: [
      {
        index: 0,
        delta: { content },
        logprobs: null,
        finish_reason: last ? ('stop' as const) : null,
      },
    ],
  };
}
