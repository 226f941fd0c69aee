import { stubTokens, toChunk } from './stub-tokens.ts';

/** The fastest there can be: a worker that posts each chunk to the page. */
self.addEventListener(
  'message',
  async ({ data }: MessageEvent<{ count: number; delayMs: number }>) => {
    let left = data.count;
    for await (const token of stubTokens(data.count, data.delayMs)) {
      left--;
      self.postMessage(toChunk(token, left === 0));
    }
  },
);
