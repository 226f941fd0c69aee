import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { SpeechTask, SpeechWord, TaskEvent } from '#engine/tasks.ts';
import type { LiveOptions } from './live-listener.ts';
import { LiveSpeech } from './live-speech.ts';

const OPTIONS: LiveOptions = {
  language: 'en',
  prompt: '',
  translate: false,
  withTimes: true,
  withWords: true,
  silence: 0.5,
};

/** Words a second, and the part of its time in which a word sounds. */
const PACE = 2;
const SOUNDS = 0.7;
let nextWord = 1;

/** A voice that says `w1`, `w2`, and so on: each is as loud as its number says. */
function voice(seconds: number): Float32Array {
  const length = SAMPLE_RATE / PACE;
  const sound = new Float32Array(seconds * SAMPLE_RATE);
  for (let at = 0; at < sound.length; at += length) {
    sound.fill(0.1 + nextWord++ / 1_000, at, at + length * SOUNDS);
  }
  return sound;
}

const silence = (seconds: number) => new Float32Array(seconds * SAMPLE_RATE);

interface Word {
  text: string;
  start: number;
  end: number;
}

/** The answer of a model that makes no mistakes: also the beginning of a word. */
function recognise({ samples }: SpeechTask): Word[] {
  const words: Word[] = [];
  let last = 0;
  for (const [i, sample] of samples.entries()) {
    const number = Math.round((sample - 0.1) * 1_000);
    const second = i / SAMPLE_RATE;
    if (number > 0 && number !== last) {
      words.push({ text: ` w${number}`, start: second, end: second });
      last = number;
    }
    const word = words.at(-1);
    if (word && number > 0) word.end = (i + 1) / SAMPLE_RATE;
  }
  return words;
}

/** Whether the words of a window are read again, whole. */
const isSecond = ({ isLast }: SpeechTask) => isLast;

interface Shown {
  certain: string;
  provisional: string;
}

function listen(
  options: Partial<LiveOptions> = {},
  change: (words: Word[], run: number, task: SpeechTask) => Word[] = (words) => words,
  figures: (task: SpeechTask) => {
    avgLogprob?: number;
    language?: string;
    languageProbability?: number;
  } = () => ({}),
) {
  const texts: Shown[] = [];
  const done: string[] = [];
  const parts: SpeechWord[] = [];
  const failed: unknown[] = [];
  const tasks: SpeechTask[] = [];
  const merged = { ...OPTIONS, ...options };
  nextWord = 1;
  async function* run(task: SpeechTask): AsyncGenerator<TaskEvent> {
    tasks.push(task);
    await Promise.resolve();
    const words = change(recognise(task), tasks.length, task);
    const found = words.filter(({ text }) => !`${task.live?.said ?? ''} `.includes(`${text} `));
    const timed = found.map((word) => ({ ...word, probability: 1 }));
    const text = found.map((word) => word.text).join('');
    const { avgLogprob = -0.2, language = 'en', ...probability } = figures(task);
    const decoding = {
      tokens: [],
      temperature: 0,
      avgLogprob,
      compressionRatio: 1,
      noSpeechProb: 0,
    };
    const segment = { text, start: 0, end: 1, decoding, ...(merged.withWords && { words: timed }) };
    yield { type: 'segment', segment, tokens: 1 };
    yield { type: 'window', language, ...probability, leftOut: null, transcribedSeconds: 1 };
  }
  const speech = new LiveSpeech(merged, {
    begin: async () => run,
    text: (certain, provisional) => texts.push({ certain, provisional }),
    end: () => {},
    empty: () => done.push(''),
    part: (words) => parts.push(...words),
    done: (transcript, _, words) => {
      done.push(transcript);
      parts.push(...words);
    },
    fail: (error) => failed.push(error),
  });
  /** As it comes from a microphone: a tenth of a second after another, with time to work in between. */
  const play = async (...sounds: Float32Array[]) => {
    for (const sound of sounds) {
      for (let at = 0; at < sound.length; at += SAMPLE_RATE / 10) {
        speech.push(sound.subarray(at, at + SAMPLE_RATE / 10));
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
  };
  return { speech, play, texts, done, failed, tasks, parts };
}

test('words are certain once, in order, and the transcript is all of them', async () => {
  const { play, texts, done } = listen();
  await play(silence(1), voice(4), silence(1));
  await expect.poll(() => done).toHaveLength(1);
  const certain = texts.map((text) => text.certain).join('');
  expect(certain.trim()).toBe(done[0]);
  expect(certain.match(/w\d+/g)).toEqual([...new Set(certain.match(/w\d+/g))]);
  expect(texts.some(({ provisional }) => provisional !== '')).toBe(true);
  // Long before the end.
  expect(texts.findIndex((text) => text.certain !== '')).toBeLessThan(texts.length / 2);
});

test('the end of the sound is not certain', async () => {
  const { play, texts, tasks } = listen();
  await play(silence(1), voice(3));
  await expect.poll(() => texts.length).toBeGreaterThan(3);
  expect(texts.at(-1)?.provisional).toMatch(/w\d/);
  // Certain words are not asked for again.
  const said = tasks.at(-1)?.live?.said;
  expect(said).toMatch(/w\d/);
  expect(texts.map(({ certain }) => certain).join('')).toContain(said);
});

test('a word that every run recognises in another way is not certain before its sound is long over', async () => {
  const { play, texts } = listen({}, (words, run) =>
    words.map((word, i) => (i === words.length - 1 ? { ...word, text: ` guess${run}` } : word)),
  );
  await play(silence(1), voice(4));
  const certain = texts.map((text) => text.certain).join('');
  expect(certain).toMatch(/w\d/);
  expect(certain).not.toContain('guess');
});

test('the language is not that of the first syllables, which a model takes for any', async () => {
  const secondsOf = ({ samples }: SpeechTask) => samples.length / SAMPLE_RATE;
  const { play, tasks, texts } = listen({ language: null }, undefined, (task) =>
    secondsOf(task) < 2.5 ? { language: 'ko', avgLogprob: -1.5 } : { language: 'en' },
  );
  await play(silence(1), voice(6));
  await expect.poll(() => tasks.at(-1)?.language).toBe('en');
  expect(tasks.map(({ language }) => language)).not.toContain('ko');
  // A guess in another language is neither shown nor held against the next answer.
  const first = tasks.filter((task) => secondsOf(task) < 2.5).length;
  expect(first).toBeGreaterThan(2);
  expect(texts.length).toBeLessThanOrEqual(tasks.length - first);
  expect(texts[0]?.provisional).toMatch(/w\d/);
});

test('a language that is sure is known after a second, and the next utterance is likely in it', async () => {
  const options = { language: null, usedLanguages: ['de'] };
  const { play, tasks, texts, done } = listen(options, undefined, ({ samples }) =>
    samples.length < 0.8 * SAMPLE_RATE
      ? { language: 'ko', languageProbability: 0.4 }
      : { language: 'en', languageProbability: 0.95 },
  );
  await play(silence(1), voice(3));
  const sure = tasks.findIndex(({ language }) => language === 'en');
  expect(tasks[sure]?.samples.length).toBeLessThan(2 * SAMPLE_RATE);
  expect(tasks[0]?.live?.likely).toEqual({ de: 10 });
  expect(texts.map(({ certain }) => certain).join('')).toMatch(/w1 w2/);
  await play(silence(1), voice(2));
  await expect.poll(() => done).toHaveLength(1);
  const next = tasks.findIndex(({ language }, i) => i > sure && language === null);
  expect(tasks[next]?.live?.likely).toEqual({ de: 10, en: 10 });
});

test('words that were certain too early are read again at the end of the utterance', async () => {
  const { play, texts, done } = listen({}, (words, run) =>
    words.map((word) => (run < 6 && word.text === ' w2' ? { ...word, text: ' wrong' } : word)),
  );
  await play(silence(1), voice(4), silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6 w7 w8']);
  expect(texts.map(({ certain }) => certain).join('')).toMatch(/ w1 wrong .*w8$/);
});

test('a second reading that says a phrase twice is not taken for the words', async () => {
  const loop = (words: Word[], _: number, task: SpeechTask) =>
    isSecond(task)
      ? [...words, ...words.map((word) => ({ ...word, end: word.end + 0.01 }))]
      : words;
  const { play, done, tasks } = listen({}, loop);
  await play(silence(1), voice(3), silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6']);
  expect(tasks.some(isSecond)).toBe(true);
});

test('a second reading with characters of another script is not taken for the words', async () => {
  const strange = (words: Word[], _: number, task: SpeechTask) =>
    isSecond(task) && task.live?.said === ''
      ? words.map((word, i) => (i === 2 ? { ...word, text: ' 嘎吕' } : word))
      : words;
  const { play, done, tasks } = listen({}, strange);
  await play(silence(1), voice(3), silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6']);
  expect(tasks.some(isSecond)).toBe(true);
});

test('an utterance that stays a guess to its end is decoded as a file is', async () => {
  const { play, tasks, done } = listen({}, undefined, ({ live }) => ({
    avgLogprob: live ? -1.5 : -0.3,
  }));
  await play(silence(1), voice(3), silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6']);
  expect(tasks.at(-1)?.live).toBeUndefined();
  expect(tasks.at(0)?.live).toBeDefined();
});

test('an utterance whose language is never known is written down at its end', async () => {
  const options = { language: null, silence: 0.8 };
  const { play, done, texts } = listen(options, undefined, ({ live }) => ({
    avgLogprob: live ? -1.5 : -0.3,
    languageProbability: 0.3,
  }));
  await play(silence(1), voice(4), silence(1.5));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6 w7 w8']);
  expect(texts.map(({ provisional }) => provisional).join('')).toBe('');
});

test('a cough settles no language', async () => {
  const isShort = ({ samples }: SpeechTask) => samples.length < 1.5 * SAMPLE_RATE;
  const { play, tasks } = listen(
    { language: null },
    (words, _, task) => (isShort(task) ? [] : words),
    (task) => ({ language: isShort(task) ? 'en' : 'de', languageProbability: 0.95 }),
  );
  await play(silence(1), voice(4));
  await expect.poll(() => tasks.at(-1)?.language).toBe('de');
});

test('a second look that ends early drops none of the last words', async () => {
  // With the whole window before it, the model stops a word and a half before the voice does.
  const { play, done } = listen({}, (words, run, { live }) =>
    run > 5 && !live?.said ? words.slice(0, 6) : words,
  );
  await play(silence(1), voice(4), silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6 w7 w8']);
});

test('words that are timed too early are not read a second time', async () => {
  const early = (words: Word[]) =>
    words.map((word) => ({ ...word, start: word.start / 2, end: word.end / 2 }));
  const { speech, tasks, done } = listen({}, early);
  speech.push(voice(4));
  speech.push(silence(1));
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4 w5 w6 w7 w8']);
  // The end of the sound is read again all the same: a model may have left it out.
  expect(tasks.length).toBeGreaterThan(1);
});

test('a long talk leaves the window behind it, and no word is lost or said twice', async () => {
  const { play, texts, tasks, done, parts } = listen();
  await play(silence(1), voice(24), silence(1));
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(1);
  const words = Array.from({ length: 48 }, (_, i) => `w${i + 1}`);
  expect(done[0]).toBe(words.join(' '));
  expect(
    texts
      .map((text) => text.certain)
      .join('')
      .trim(),
  ).toBe(words.join(' '));
  const first = tasks.filter((task) => !isSecond(task));
  const secondsOf = (all: SpeechTask[]) =>
    Math.max(...all.map(({ samples }) => samples.length / SAMPLE_RATE));
  expect(secondsOf(first)).toBeLessThan(15);
  expect(first.at(-1)?.previousText).toMatch(/w3\d/);
  // Words are read once more with the sound in front of them before they leave, and at the end.
  const reviews = tasks.filter(isSecond);
  expect(reviews.length).toBeGreaterThan(2);
  expect(secondsOf(reviews)).toBeGreaterThan(12);
  expect(secondsOf(reviews)).toBeLessThan(20);
  // The words of that sound are known.
  expect(reviews.at(-1)?.live?.said).toMatch(/^ w\d+( w\d+)+$/);
  // Its parts are all of it, with the times at which they were spoken.
  expect(
    parts
      .map(({ text }) => text)
      .join('')
      .trim(),
  ).toBe(words.join(' '));
  for (const [i, { start }] of parts.entries()) expect(start).toBeCloseTo(1 + i / PACE, 0);
});

test('words that leave the window are the ones that a second reading finds', async () => {
  // A first one, without what follows, takes one word for another.
  const quick = (words: Word[], _: number, task: SpeechTask) =>
    words.map((word) => (isSecond(task) ? word : { ...word, text: word.text.replace('w', 'x') }));
  const { play, tasks, done, parts } = listen({}, quick);
  await play(silence(1), voice(24), silence(1), voice(2), silence(1));
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(2);
  expect(done.join(' ')).toBe(wordsUpTo(52));
  const partsText = parts.map(({ text }) => text).join('');
  expect(partsText.trim()).toBe(wordsUpTo(52));
  // Also a short voice is read with the sound in front of it.
  expect(tasks.at(-1)).toSatisfy(isSecond);
  expect(tasks.at(-1)?.samples.length).toBeGreaterThan(5 * SAMPLE_RATE);
});

/** All of the words, in order, each once. */
const wordsUpTo = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(' ');

test('sound that piled up while a model loads is all transcribed', async () => {
  // A model may end its answer in the middle of a long window.
  const { speech, texts, done } = listen({}, (words) => words.slice(0, 14));
  for (const sound of [silence(1), voice(48), silence(1)]) speech.push(sound);
  await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(1);
  expect(done.join(' ')).toBe(wordsUpTo(96));
  const certain = texts.map((text) => text.certain).join('');
  expect(certain.trim()).toBe(wordsUpTo(96));
});

test('a model that ends early is asked for the rest at the end of an utterance', async () => {
  const { speech, done, tasks } = listen({}, (words) => words.slice(0, 5));
  for (const sound of [silence(1), voice(7), silence(1)]) speech.push(sound);
  await expect.poll(() => done).toHaveLength(1);
  expect(done[0]).toBe(wordsUpTo(14));
  expect(tasks.length).toBeLessThan(6);
});

test('a model that finds no words in a long window ends it, and the next is transcribed', async () => {
  const { speech, done } = listen({}, (words, run) => (run < 6 ? [] : words));
  for (const sound of [silence(1), voice(48), silence(1)]) speech.push(sound);
  await expect.poll(() => done.length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(done.at(-1)).toMatch(/w96$/);
});

test('without times of words, two runs that agree make a word certain', async () => {
  const { play, texts, done } = listen({ withWords: false }, (words, run) =>
    words.map((word, i) => (i === words.length - 1 ? { ...word, text: ` guess${run}` } : word)),
  );
  await play(silence(1), voice(3));
  const certain = texts.map((text) => text.certain).join('');
  expect(certain).toMatch(/w\d/);
  expect(certain).not.toContain('guess');
  await play(silence(1));
  await expect.poll(() => done).toHaveLength(1);
});

test('silence and a click run nothing', async () => {
  const { play, texts, tasks } = listen();
  await play(silence(3), voice(0.04), silence(3));
  expect(tasks).toEqual([]);
  expect(texts).toEqual([]);
});

test('a commit ends an utterance without silence, and nothing else does', async () => {
  const { speech, play, done } = listen({ silence: null });
  await play(silence(0.5), voice(2), silence(2));
  expect(done).toEqual([]);
  speech.commit();
  await expect.poll(() => done).toHaveLength(1);
});

test('an error ends the utterance, and the next one is transcribed', async () => {
  const { play, done, failed } = listen({}, (words, run) => {
    if (failed.length === 0 && run === 2) throw new Error('lost');
    return words;
  });
  await play(silence(0.5), voice(2), silence(1), voice(2), silence(1));
  await expect.poll(() => done.length).toBeGreaterThan(0);
  expect(failed).toHaveLength(1);
});

test('a commit ends the words before it, though more follows at the same time', async () => {
  const { speech, done } = listen({ silence: null });
  speech.push(voice(2));
  speech.commit();
  speech.push(silence(1));
  speech.push(voice(1));
  speech.commit();
  await expect.poll(() => done).toEqual(['w1 w2 w3 w4', 'w5 w6']);
});

test('a commit of silence is answered, and the next utterance is transcribed', async () => {
  const { speech, done } = listen({ silence: null });
  speech.push(silence(2));
  speech.commit();
  await expect.poll(() => done).toEqual(['']);
  speech.push(voice(1));
  speech.commit();
  await expect.poll(() => done).toEqual(['', 'w1 w2']);
});

test('ends of utterances that wait are bounded, and each that was taken is answered', async () => {
  const { speech, done } = listen({ silence: null });
  speech.push(silence(1));
  const taken = Array.from({ length: 5_000 }, () => speech.commit()).filter(Boolean).length;
  expect(taken).toBeLessThanOrEqual(101);
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(taken);
});
