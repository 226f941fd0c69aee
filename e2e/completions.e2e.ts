import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { openPage } from './open-page.ts';

/** Computed with onnxruntime in Python, without any code of this project. */
const REFERENCE = JSON.parse(readFileSync('e2e/data/guide-logprobs.json', 'utf8')) as {
  text: string;
  ids: number[];
  logprobs: number[];
  greedy: number[];
};

interface Choice {
  text: string;
  logprobs: { token_logprobs: (number | null)[]; top_logprobs: (Record<string, number> | null)[] };
}

test("a harness's log-likelihoods equal the graph's", async ({ page }) => {
  const key = await openPage(page);
  const ask = (body: object) =>
    page.evaluate(
      async ([apiKey, fields]) => {
        const response = await fetch('/v1/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'alcove-guide', temperature: 0, ...fields }),
        });
        if (!response.ok) throw new Error(await response.text());
        return ((await response.json()) as { choices: Choice[] }).choices;
      },
      [key, body] as const,
    );
  const { ids, text, logprobs, greedy } = REFERENCE;
  // As lm-eval's local-completions asks: token ids in a batch, one token to write.
  const common = { echo: true, logprobs: 1, seed: 1234 };
  const [first, second] = await ask({ ...common, prompt: [ids, ids.slice(0, 9)], max_tokens: 1 });
  expect(first?.logprobs.token_logprobs).toHaveLength(ids.length + 1);
  const far = (figures: (number | null)[] = []) =>
    Math.max(...figures.slice(1).map((value, i) => Math.abs((value ?? 0) - (logprobs[i] ?? 0))));
  // Another summation order than Python's; eight bits of weights.
  expect(far(first?.logprobs.token_logprobs.slice(0, -1))).toBeLessThan(0.02);
  expect(far(second?.logprobs.token_logprobs.slice(0, -1))).toBeLessThan(0.02);
  const isGreedy = first?.logprobs.token_logprobs.slice(1, -1).map((value, i) => {
    const top = first.logprobs.top_logprobs[i + 1] ?? {};
    return value === Math.max(...Object.values(top));
  });
  expect(isGreedy).toEqual(ids.slice(1).map((id, i) => id === greedy[i]));
  // Text is the same as its ids, with nothing written and the figures of the prompt alone.
  const [read] = await ask({ ...common, prompt: text, max_tokens: 0 });
  expect(read?.text).toBe(text);
  expect(read?.logprobs.token_logprobs).toHaveLength(ids.length);
  expect(far(read?.logprobs.token_logprobs)).toBeLessThan(0.02);
});
