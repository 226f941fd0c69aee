import { beforeEach, expect, test, vi } from 'vitest';
import { toWav } from '#base/audio.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import type { Voice } from '#ui/read-aloud/session/own-voice.ts';
import { Reader } from '#ui/read-aloud/session/reader.ts';
import { stopReading, useReading } from '#ui/state/reading.ts';
import { type ListenEvents, Utterances } from './listen.ts';
import { Talk } from './talk.ts';
import { NO_TALK, useTalk } from './talk-state.ts';

const RATE = 16_000;
const noise = (seconds: number, level: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => level * Math.sin(i * 0.7) * Math.SQRT2);

/** Feeds sounds to the gate as a microphone does. */
function cut(sounds: readonly Float32Array[], isPlaying = false) {
  const begun: number[] = [];
  const ended: (number | null)[] = [];
  const passed: number[] = [];
  let at = 0;
  const utterances = new Utterances(RATE, () => isPlaying, {
    onBegin: () => begun.push(at / RATE),
    onSound: (samples) => passed.push(samples.length / RATE),
    onEnd: (speech) => ended.push(speech && (speech.size - 44) / 2 / RATE),
    onLevel() {},
    onLost() {},
  });
  for (const sound of sounds) {
    for (let i = 0; i < sound.length; i += 128) {
      at += 128;
      utterances.push(sound.slice(i, i + 128));
    }
  }
  return { begun, ended, passed: passed.reduce((sum, seconds) => sum + seconds, 0) };
}

test('an utterance begins within 100 ms of its first loud sound, and has the moment before', () => {
  const { begun, ended, passed } = cut([noise(2, 0.001), noise(1.5, 0.1), noise(1, 0.001)]);
  expect(begun).toHaveLength(1);
  expect(begun[0]).toBeGreaterThan(2);
  expect(begun[0]).toBeLessThan(2.12);
  // 0.4 s before it was noticed, the speech, 0.7 s of silence.
  expect(ended[0]).toBeGreaterThan(2.3);
  expect(ended[0]).toBeLessThan(2.7);
  // All of it was passed on while it was spoken.
  expect(passed).toBeCloseTo(ended[0] ?? 0, 1);
});

test('a click begins nothing, a pause between words ends nothing, a cough is no speech', () => {
  expect(cut([noise(1, 0.001), noise(0.04, 0.5), noise(1, 0.001)]).begun).toEqual([]);
  const words = cut([
    noise(1, 0.001),
    noise(0.5, 0.1),
    noise(0.5, 0.001),
    noise(0.5, 0.1),
    noise(1, 0),
  ]);
  expect(words.ended).toHaveLength(1);
  expect(cut([noise(1, 0.001), noise(0.1, 0.3), noise(1, 0.001)]).ended).toEqual([null]);
});

test('the echo of the own voice begins nothing; a person over it does', () => {
  expect(cut([noise(2, 0.01)], true).begun).toEqual([]);
  expect(cut([noise(1, 0.01), noise(0.5, 0.1)], true).begun).toHaveLength(1);
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const speech = () => new Blob([toWav(noise(1, 0.1), RATE)]);

/** A voice whose sentences last until they are stopped. */
function createVoice() {
  const said: { text: string; signal: AbortSignal; end: () => void }[] = [];
  const voice: Voice = {
    prepare() {},
    say: (text, { onStart, signal }) =>
      new Promise((resolve) => {
        onStart();
        signal.addEventListener('abort', () => resolve());
        said.push({ text, signal, end: resolve });
      }),
    pause() {},
    resume() {},
    close() {},
  };
  return { voice, said };
}

async function open() {
  const { ports } = await createTestPorts();
  const preferences = () => ({
    ...ports.preferences(),
    chatModel: 'scripted-chat',
    speechModel: 'scripted-speech',
  });
  const book = new ChatBook({ ...ports, preferences });
  const chat = book.start();
  const { voice, said } = createVoice();
  let events: ListenEvents | null = null;
  const close = vi.fn();
  const talk = new Talk(ports, async (_, found) => {
    events = found;
    return close;
  });
  await talk.start(chat, new Reader(ports, () => voice));
  return { talk, chat, said, close, events: events as unknown as ListenEvents };
}

beforeEach(() => {
  stopReading();
  useTalk.setState(NO_TALK);
  // Safari 17.0 has none.
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
});

test('an utterance becomes a message, its answer is read, and then it listens again', async () => {
  const { chat, said, events } = await open();
  expect(useTalk.getState().phase).toBe('listening');
  events.onBegin();
  expect(useTalk.getState().phase).toBe('recording');
  events.onEnd(speech());
  await until(() => expect(said.length).toBeGreaterThan(0));
  await until(() => expect(useTalk.getState().phase).toBe('speaking'));
  const messages = [...chat.state.getState().tree.byId.values()];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  for (let i = 0; useTalk.getState().phase === 'speaking'; i++) {
    await until(() =>
      expect(said.length > i || useTalk.getState().phase === 'listening').toBe(true),
    );
    said[i]?.end();
  }
  await until(() => expect(useTalk.getState().phase).toBe('listening'));
});

test('a person who speaks silences the voice immediately, and is answered', async () => {
  const { chat, said, events } = await open();
  events.onBegin();
  events.onEnd(speech());
  await until(() => expect(useTalk.getState().phase).toBe('speaking'));
  const spoken = said.length;
  events.onBegin();
  expect(said[spoken - 1]?.signal.aborted).toBe(true);
  expect(useReading.getState().reading).toBeNull();
  expect(useTalk.getState().phase).toBe('recording');
  events.onEnd(speech());
  await until(() => expect(said.length).toBeGreaterThan(spoken));
  const asked = [...chat.state.getState().tree.byId.values()].filter(({ role }) => role === 'user');
  expect(asked).toHaveLength(2);
});

test('the words are written down while they are spoken', async () => {
  const { chat, events } = await open();
  const sounds = noise(3, 0.1);
  events.onBegin();
  for (let at = 0; at < sounds.length; at += RATE / 10) {
    events.onSound(sounds.subarray(at, at + RATE / 10), RATE);
  }
  // Not the file of the utterance: the session has its words.
  events.onEnd(speech());
  const asked = () =>
    [...chat.state.getState().tree.byId.values()].filter(({ role }) => role === 'user');
  await until(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]?.text).toMatch(/^[23]\.\d seconds of audio/);
});

test('who pauses in a sentence and continues is answered once, to all of it', async () => {
  const { chat, said, events } = await open();
  const asked = () =>
    [...chat.state.getState().tree.byId.values()].filter(({ role }) => role === 'user');
  events.onBegin();
  events.onEnd(speech());
  events.onBegin();
  events.onEnd(speech());
  events.onBegin();
  // A cough.
  events.onEnd(null);
  await until(() => expect(said.length).toBeGreaterThan(0));
  expect(asked().map(({ text }) => text)).toEqual(['1.0 seconds of audio 1.0 seconds of audio']);
});

test('the end of the talk closes the microphone and silences the voice', async () => {
  const { said, events, close } = await open();
  events.onBegin();
  events.onEnd(speech());
  await until(() => expect(said.length).toBeGreaterThan(0));
  useTalk.setState(NO_TALK);
  expect(close).toHaveBeenCalled();
  expect(said.at(-1)?.signal.aborted).toBe(true);
  expect(useTalk.getState().chatId).toBeNull();
});
