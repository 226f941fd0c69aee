import { WebWorkerMLCEngineHandler } from '@mlc-ai/web-llm';
import { stubTokens, toChunk } from './stub-tokens.ts';

interface StubRequest {
  max_tokens?: number;
  seed?: number;
}

/** WebLLM's own worker protocol with its real handler; only the engine behind it is a stub. */
const handler = new WebWorkerMLCEngineHandler();
handler.engine = {
  reload: () => Promise.resolve(),
  chatCompletion({ max_tokens = 1, seed = 0 }: StubRequest) {
    return Promise.resolve(answer(max_tokens, seed));
  },
} as unknown as typeof handler.engine;

async function* answer(count: number, delayMs: number) {
  let left = count;
  for await (const token of stubTokens(count, delayMs)) {
    left--;
    yield toChunk(token, left === 0);
  }
}

self.addEventListener('message', (event) => handler.onmessage(event));
