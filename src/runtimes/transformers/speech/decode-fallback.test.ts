import { expect, test } from 'vitest';
import { compressionRatioOf, DEFAULT_THRESHOLDS, decodeWithFallback } from './decode-fallback.ts';

/** Attempts in turn: mean log-probability and compression ratio. */
function decoder(...attempts: [number, number][]) {
  const tried: number[] = [];
  const decode = async (temperature: number) => {
    const [avgLogprob, compressionRatio] = attempts[tried.length] ?? attempts.at(-1) ?? [0, 1];
    tried.push(temperature);
    return { ids: [tried.length], avgLogprob, compressionRatio, temperature };
  };
  return { tried, decode };
}

const run = (decode: ReturnType<typeof decoder>['decode'], noSpeech = 0, temperature = 0) =>
  decodeWithFallback(decode, temperature, noSpeech, DEFAULT_THRESHOLDS);

test('a probable answer is accepted at the first temperature', async () => {
  const { decode, tried } = decoder([-0.3, 1.5]);
  const { attempt, leftOut } = await run(decode);
  expect([tried, attempt.temperature, leftOut]).toEqual([[0], 0, null]);
});

test('raises the temperature for a loop and for improbable text', async () => {
  const { decode, tried } = decoder([-0.1, 8], [-1.4, 1.2], [-0.8, 1.3]);
  const { attempt, leftOut } = await run(decode);
  expect([tried, attempt.ids, leftOut]).toEqual([[0, 0.2, 0.4], [3], null]);
});

test('no speech and improbable text give no text at the first temperature', async () => {
  const { decode, tried } = decoder([-1.4, 1.2]);
  expect((await run(decode, 0.7)).leftOut).toBe('no-speech');
  expect(tried).toEqual([0]);
});

test('text that the first temperature rejects is dropped where no-speech reaches half the limit', async () => {
  const { decode, tried } = decoder([-0.3, 5], [-0.8, 1.3]);
  expect((await run(decode, 0.35)).leftOut).toBe('no-speech');
  expect(tried).toEqual([0]);
  expect((await run(decoder([-0.3, 5], [-0.8, 1.3]).decode, 0.2)).leftOut).toBeNull();
});

test('text that is believed at no temperature is none where no speech is a little likely', async () => {
  expect((await run(decoder([-0.1, 14], [-0.2, 9], [-3, 1.2]).decode, 0.09)).leftOut).toBe(
    'no-speech',
  );
  expect((await run(decoder([-0.1, 9]).decode, 0.05)).leftOut).toBe('repeated');
});

test('probable text stands against a high probability of no speech', async () => {
  expect((await run(decoder([-0.4, 1.2]).decode, 0.99)).leftOut).toBeNull();
});

test('where silence is likely, text needs half the distance to the log-probability limit', async () => {
  const { decode, tried } = decoder([-0.6, 1.4]);
  expect((await run(decode, 0.85)).leftOut).toBe('no-speech');
  expect(tried).toEqual([0]);
  expect((await run(decoder([-0.6, 1.4]).decode, 0.5)).leftOut).toBeNull();
});

test('text of random tokens at every temperature is dropped', async () => {
  expect((await run(decoder([-2.5, 0.6]).decode, 0.04)).leftOut).toBe('no-speech');
  expect((await run(decoder([-0.1, 9], [-2.5, 0.6]).decode, 0.04)).leftOut).toBe('repeated');
});

test('of improbable answers the most probable one is used', async () => {
  const { decode, tried } = decoder([-2, 1], [-1.2, 1], [-3, 1]);
  const { attempt, leftOut } = await run(decode);
  expect([tried.length, attempt.avgLogprob, leftOut]).toEqual([6, -1.2, null]);
});

test('what loops at every temperature is left out', async () => {
  expect((await run(decoder([-0.1, 9]).decode)).leftOut).toBe('repeated');
});

test('a requested temperature is the only one', async () => {
  const { decode, tried } = decoder([-2, 1]);
  await run(decode, 0, 0.5);
  expect(tried).toEqual([0.5]);
});

test('the ratio is that of zlib: about one for speech, much more for a loop', async () => {
  const spoken = 'There is iron, they say, in all our blood, and a grain or two perhaps is good.';
  expect(await compressionRatioOf(spoken)).toBeCloseTo(1.1, 0);
  expect(await compressionRatioOf(' thank you'.repeat(40))).toBeGreaterThan(10);
});

test('a sentence that was said three times is shown, a loop is not', async () => {
  const attempt = { ids: [1], avgLogprob: -0.2, compressionRatio: 2.9, temperature: 0 };
  const first = async (couldBeSaid: boolean, more = {}, noSpeech = 0.05) =>
    (
      await decodeWithFallback(
        async () => ({ ...attempt, couldBeSaid, ...more }),
        0,
        noSpeech,
        DEFAULT_THRESHOLDS,
      )
    ).leftOut;
  expect(await first(true)).toBeNull();
  expect(await first(false)).toBe('repeated');
  // Improbable, or where there may be no speech.
  expect(await first(true, { avgLogprob: -0.7 })).toBe('repeated');
  expect(await first(true, {}, 0.2)).toBe('no-speech');
});
