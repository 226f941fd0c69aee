import { expect, test } from 'vitest';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { LiveWords } from './live-words.ts';

const RATE = 16_000;
const COMPLETED = 'conversation.item.input_audio_transcription.completed';

/** A session that is opened and answered by hand. */
async function open() {
  const sent: { type: string; audio?: string }[] = [];
  const socket = {
    readyState: 0,
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => {
      socket.readyState = 3;
    },
  } as unknown as AlcoveRealtimeSocket & { readyState: number };
  const ports = { realtime: async () => socket, preferences: () => ({ speechModel: 'm' }) };
  const words = new LiveWords(ports as unknown as SessionPorts, RATE, new AbortController().signal);
  await Promise.resolve();
  await Promise.resolve();
  const answer = (type: string, transcript?: string) =>
    socket.onmessage?.({ data: JSON.stringify({ type, transcript }) } as MessageEvent);
  const connect = () => {
    socket.readyState = 1;
    socket.onopen?.(new Event('open'));
  };
  return { words, sent, answer, connect };
}

const sound = (seconds: number) => new Float32Array(seconds * RATE).fill(0.1);

test('sound from before the session opens is sent when it is open, in order', async () => {
  const { words, sent, answer, connect } = await open();
  words.push(sound(0.2));
  const first = words.finish();
  words.push(sound(0.2));
  const second = words.finish();
  expect(sent).toEqual([]);
  connect();
  expect(sent.map(({ type }) => type.split('.').at(-1))).toEqual([
    'update',
    'append',
    'commit',
    'append',
    'commit',
  ]);
  answer(COMPLETED, ' one ');
  answer(COMPLETED, 'two');
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
});

test('an utterance of which the session may have ended a part is transcribed from its file', async () => {
  const long = await open();
  long.connect();
  long.words.push(sound(21));
  expect(await long.words.finish()).toBeNull();
  expect(long.words.isUsable).toBe(false);
  const cut = await open();
  cut.connect();
  cut.words.push(sound(1));
  cut.answer(COMPLETED, 'the first part');
  expect(await cut.words.finish()).toBeNull();
  expect(cut.words.isUsable).toBe(false);
});

test('a session that fails ends the wait for its words', async () => {
  const { words, answer, connect } = await open();
  connect();
  words.push(sound(1));
  const finished = words.finish();
  answer('error');
  expect(await finished).toBeNull();
});
