// The page side of bench/warm-start.mjs: milliseconds from the navigation to the first token.
import { MESSAGES, TOKENS } from './warm-start-question.ts';

/** Through `/v1`, as soon as the page has it. */
export async function ours(key: string): Promise<number> {
  while (!('alcove' in globalThis)) await new Promise((resolve) => setTimeout(resolve, 1));
  await alcove.ready;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = { model: 'alcove-guide', messages: MESSAGES, max_tokens: TOKENS, stream: true };
  const init = { method: 'POST', headers, body: JSON.stringify({ ...body, temperature: 0 }) };
  const response = await fetch('/v1/chat/completions', init);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let first = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) return first;
    if (first === 0 && /"content":"[^"]/.test(value)) first = performance.now();
  }
}
