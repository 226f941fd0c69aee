import { expect, test } from 'vitest';
import { providerSchema } from '#contract/providers.ts';
import { ProviderMeter } from './provider-meter.ts';

const provider = providerSchema.parse({
  id: 'lab',
  name: 'Lab',
  baseUrl: 'https://lab.example/v1',
  boundary: 'contracted',
  models: [{ id: 'big', remote: 'big', price: { prompt: '0.0000001', completion: '0.000002' } }],
  limits: { parallel: 2, rpm: 3, tokensPerDay: 1000, moneyPerDay: '0.0015' },
  breaker: { fails: 2, withinS: 10, coolDownS: 30 },
});
const [model] = provider.models;
if (!model) throw new Error('There is a model.');

function open(start = Date.UTC(2026, 10, 23, 12)) {
  const clock = { now: start };
  return { clock, meter: new ProviderMeter(provider, () => clock.now) };
}

test('reserves a request’s maximum, and books its actual usage', () => {
  const { meter } = open();
  const book = meter.begin(model, { prompt: 100, completion: 500 });
  expect(meter.whyNot(model, { prompt: 0, completion: 500 })).toBe('budget');
  book({ prompt: 100, completion: 20 });
  book({ prompt: 9999, completion: 9999 });
  expect(meter.figures).toEqual({ tokens: 120, pico: 100 * 100_000 + 20 * 2_000_000, requests: 1 });
  expect(meter.whyNot(model, { prompt: 0, completion: 500 })).toBeNull();
});

test('money is counted exactly, and runs out', () => {
  const { meter } = open();
  for (let i = 0; i < 2; i++)
    meter.begin(model, { prompt: 0, completion: 0 })({ prompt: 0, completion: 350 });
  expect(meter.figures.pico).toBe(1_400_000_000);
  expect(meter.whyNot(model, { prompt: 0, completion: 51 })).toBe('budget');
  expect(meter.whyNot(model, { prompt: 0, completion: 50 })).toBeNull();
});

test('a new day begins with nothing used, in UTC', () => {
  const { clock, meter } = open(Date.UTC(2026, 10, 23, 23, 59, 59));
  meter.begin(model, { prompt: 0, completion: 0 })({ prompt: 1000, completion: 0 });
  expect(meter.whyNot(model, { prompt: 1, completion: 0 })).toBe('budget');
  clock.now += 1000;
  expect([meter.day, meter.figures.tokens]).toEqual(['2026-11-24', 0]);
});

test('counts requests of the last minute', () => {
  const { clock, meter } = open();
  const none = { prompt: 0, completion: 0 };
  for (let i = 0; i < 3; i++) meter.begin(model, none)(none);
  expect(meter.whyNot(model, none)).toBe('limit');
  clock.now += 60_001;
  expect(meter.whyNot(model, none)).toBeNull();
});

test('the breaker opens after failures close together, and half-opens after its pause', () => {
  const { clock, meter } = open();
  const none = { prompt: 0, completion: 0 };
  meter.failed(model);
  clock.now += 11_000;
  meter.failed(model);
  expect(meter.whyNot(model, none)).toBeNull();
  meter.failed(model);
  expect([meter.whyNot(model, none), meter.halfOpen()]).toEqual(['breaker', []]);
  clock.now += 30_000;
  expect(meter.halfOpen()).toEqual([model]);
  // A failed look starts the pause again.
  meter.failed(model);
  expect([meter.whyNot(model, none), meter.halfOpen()]).toEqual(['breaker', []]);
  meter.succeeded(model);
  expect(meter.whyNot(model, none)).toBeNull();
});
