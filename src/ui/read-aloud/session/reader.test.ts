import { beforeEach, expect, test, vi } from 'vitest';
import { createTestPorts } from '#testing/test-ports.ts';
import { stopReading, useReading } from '#ui/state/reading.ts';
import type { Voice } from './own-voice.ts';
import { OwnVoice } from './own-voice.ts';
import { Reader, type ReadingText } from './reader.ts';

/** Says each text when the test lets it. */
function createVoice() {
  const said: { text: string; speed: number; end: () => void; signal: AbortSignal }[] = [];
  const prepared: string[] = [];
  const voice: Voice = {
    prepare: (text) => prepared.push(text),
    say: (text, { speed, onStart, signal }) =>
      new Promise((resolve) => {
        onStart();
        signal.addEventListener('abort', () => resolve());
        said.push({ text, speed, signal, end: resolve });
      }),
    pause: vi.fn(),
    resume: vi.fn(),
    close: vi.fn(),
  };
  return { voice, said, prepared };
}

const whole = (text: string, more: Partial<ReadingText> = {}): ReadingText => ({
  id: 'a',
  title: 'A text',
  read: () => ({ text, isDone: true }),
  place: () => null,
  ...more,
});

async function open(text: ReadingText) {
  const { ports } = await createTestPorts();
  const { voice, said, prepared } = createVoice();
  const reader = new Reader(ports, () => voice);
  const ended = reader.start(text);
  const next = (count: number) =>
    vi.waitFor(() => expect(said).toHaveLength(count), { timeout: 20_000 });
  return { reader, voice, said, prepared, ended, next };
}

beforeEach(() => stopReading());

test('reads sentence by sentence, names code, and prepares the next ones', async () => {
  const code = '```py\nprint(1)\nprint(2)\n```';
  const { said, prepared, ended, next } = await open(whole(`One. Two.\n\n${code}\n\nThree.`));
  for (let i = 0; i < 4; i++) {
    await next(i + 1);
    said[i]?.end();
  }
  await ended;
  expect(said.map(({ text }) => text)).toEqual(['One.', 'Two.', '```py\n```', 'Three.']);
  expect(prepared.slice(0, 2)).toEqual(['Two.', '```py\n```']);
  expect(useReading.getState().reading).toBeNull();
});

test('reads an answer while it is written: only complete sentences', async () => {
  let text = 'The first. The sec';
  let isDone = false;
  let grow = () => {};
  const { said, ended, next } = await open(
    whole('', {
      read: () => ({ text, isDone }),
      onGrowth: (listener) => {
        grow = listener;
        return () => {};
      },
    }),
  );
  await next(1);
  said[0]?.end();
  await vi.waitFor(() => expect(useReading.getState().reading?.phase).toBe('waiting'));
  text = 'The first. The second is here';
  grow();
  isDone = true;
  grow();
  await next(2);
  said[1]?.end();
  await ended;
  expect(said.map((s) => s.text)).toEqual(['The first.', 'The second is here']);
});

test('skips, pauses and changes its speed within the current sentence', async () => {
  const { reader, said, voice, next } = await open(whole('One. Two. Three.'));
  await next(1);
  reader.skip(2);
  await next(2);
  expect(said.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ['One.', true],
    ['Three.', false],
  ]);
  reader.toggle();
  expect(useReading.getState().reading?.phase).toBe('paused');
  expect(voice.pause).toHaveBeenCalled();
  reader.skip(-1);
  await next(3);
  expect(said[2]?.text).toBe('Two.');
  reader.setSpeed(1.5);
  await next(4);
  expect([said[3]?.text, said[3]?.speed]).toEqual(['Two.', 1.5]);
});

test('remembers the speed for later texts and visits', async () => {
  const rows = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => rows.get(name) ?? null,
    setItem: (name: string, value: string) => rows.set(name, value),
  });
  const first = await open(whole('One.'));
  await first.next(1);
  first.reader.setSpeed(1.5);
  const later = await open(whole('Two.', { id: 'b' }));
  await later.next(1);
  expect(later.said[0]?.speed).toBe(1.5);
  vi.unstubAllGlobals();
});

test('reads from a place on, and one text at a time', async () => {
  const { reader, said, next, voice } = await open(whole('One. Two. Three.', { from: 6 }));
  await next(1);
  expect(said[0]?.text).toBe('Two.');
  const second = reader.start(whole('Other.', { id: 'b' }));
  await next(2);
  expect(said[0]?.signal.aborted).toBe(true);
  expect(voice.close).toHaveBeenCalledOnce();
  stopReading();
  await second;
  expect(said[1]?.signal.aborted).toBe(true);
});

test('refuses a language that the voice does not speak, before anything is sent', async () => {
  const { said, reader, next } = await open(
    whole('Das ist nicht auf Englisch, und das auch nicht.'),
  );
  expect(useReading.getState().reading).toMatchObject({ phase: 'refused', voice: null });
  expect(said).toEqual([]);
  const voice = { id: 'de', name: 'Anna', language: 'de-DE' };
  void reader.readWith(voice);
  await next(1);
  expect(useReading.getState().reading).toMatchObject({ phase: 'speaking', voice });
});

test('the own voice plays what `/v1/audio/speech` makes, with the time of each word', async () => {
  const { ports } = await createTestPorts();
  const played: number[] = [];
  const words: { start: number; end: number }[] = [];
  const voice = new OwnVoice(
    {
      ...ports,
      preferences: () => ({
        ...ports.preferences(),
        voiceModel: 'scripted-voice',
        voice: 'af_bella',
      }),
    },
    () => ({
      play: async (samples, rate, onTime) => {
        played.push(samples.length / rate);
        for (const seconds of [0, 0.05, 0.15, 0.25]) onTime(seconds);
      },
      pause() {},
      resume() {},
      close() {},
    }),
  );
  const { signal } = new AbortController();
  const onWord = (word: { start: number; end: number }) => words.push(word);
  await voice.say('One two three.', { speed: 1, onStart() {}, onWord, signal });
  expect(played).toEqual([0.3]);
  expect(words).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 7 },
    { start: 8, end: 14 },
  ]);
});
