import { expect, test } from 'vitest';
import { type RawToken, shapeTokens } from './shape-tokens.ts';
import type { TaskEvent } from './tasks.ts';

async function* tokens(list: number[][], onReturn = () => {}): AsyncGenerator<RawToken> {
  try {
    for (const bytes of list) yield { bytes: Uint8Array.from(bytes) };
  } finally {
    onReturn();
  }
}

function shape(list: number[][], stop: string[] = [], maxTokens = 100, onReturn = () => {}) {
  return gather(shapeTokens(tokens(list, onReturn), { stop, maxTokens }));
}

async function gather<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const bytes = (text: string) => [...new TextEncoder().encode(text)];
const textOf = (events: TaskEvent[]) =>
  events.map((e) => (e.type === 'text' ? e.text : '')).join('');

test('passes on how much of the prompt has been read, without counting it as a token', async () => {
  async function* tokens() {
    yield { done: 128, total: 300 };
    yield { bytes: new TextEncoder().encode('Hi') };
  }
  const events = [];
  for await (const event of shapeTokens(tokens(), { stop: [], maxTokens: 9 })) events.push(event);
  expect(events[0]).toEqual({ type: 'reading', done: 128, total: 300 });
  expect(events.at(-1)).toMatchObject({ type: 'end', completionTokens: 1 });
});

test('never splits a code point', async () => {
  const euro = bytes('€');
  const events = await shape([[euro[0] ?? 0], [euro[1] ?? 0], [euro[2] ?? 0], bytes('!')]);
  expect(events.filter((e) => e.type === 'text')).toEqual([
    { type: 'text', text: '€', tokens: 3 },
    { type: 'text', text: '!', tokens: 1 },
  ]);
});

test('shows a broken code point at the end as the replacement character', async () => {
  expect(textOf(await shape([[0xe2, 0x82]]))).toBe('\ufffd');
});

test('leaves the source when a stop sequence comes', async () => {
  let left = false;
  const events = await shape([bytes('a'), bytes('b'), bytes('c')], ['b'], 100, () => {
    left = true;
  });
  expect(textOf(events)).toBe('a');
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop', completionTokens: 2 });
  expect(left).toBe(true);
});

test('ends with length after the most tokens allowed', async () => {
  const events = await shape([bytes('a'), bytes('b'), bytes('c')], [], 2);
  expect(textOf(events)).toBe('ab');
  expect(events.at(-1)).toMatchObject({ reason: 'length', completionTokens: 2 });
});

test('emits text that was held back when no stop sequence follows', async () => {
  expect(textOf(await shape([bytes('one ST')], ['STOP']))).toBe('one ST');
});

test('an answer of no tokens is empty', async () => {
  expect(await shape([])).toEqual([
    { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 },
  ]);
});
