import { expect, test } from 'vitest';
import type { LeftOut, SpeechSegment, SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { joinSegments, type SpeechOptions, type TranscribedWindow, transcribe } from './speech.ts';

const RATE = 16_000;
const SECOND = Float32Array.from({ length: RATE }, (_, i) => 0.3 * Math.sin(i / 5));

interface Window {
  text?: string;
  leftOut?: LeftOut;
  /** Seconds that the model got through; 20 when absent. */
  advance?: number;
  temperature?: number;
  language?: string;
}

const OPTIONS: SpeechOptions = {
  language: null,
  translate: false,
  prompt: '',
  temperature: 0,
  withTimes: true,
  withWords: false,
  seeks: true,
};

/** Transcribes `seconds` of a tone by a model that answers its windows one by one with `answers`. */
async function transcribeTone(seconds: number, answers: Window[], from?: SpeechOptions['from']) {
  const tasks: SpeechTask[] = [];
  async function* sound() {
    for (let s = 0; s < seconds; s++) yield SECOND;
  }
  async function* run(task: SpeechTask): AsyncGenerator<TaskEvent> {
    const {
      text,
      leftOut = null,
      advance = 20,
      temperature = 0,
      language = 'en',
    } = answers[tasks.length] ?? {};
    tasks.push(task);
    yield { type: 'start', promptTokens: 1, cachedTokens: 0 };
    if (text !== undefined)
      yield { type: 'segment', segment: segment(text, temperature), tokens: 1 };
    const length = task.samples.length / RATE;
    yield { type: 'window', language, leftOut, transcribedSeconds: Math.min(advance, length) };
    yield { type: 'end', reason: 'stop', completionTokens: 1, reasoningTokens: 0 };
  }
  const windows: TranscribedWindow[] = [];
  const options = { ...OPTIONS, ...(from ? { from } : {}) };
  for await (const window of transcribe(run, sound(), options)) windows.push(window);
  return { windows, tasks, text: joinSegments(windows.flatMap((w) => w.segments)) };
}

function segment(text: string, temperature: number): SpeechSegment {
  const figures = { tokens: [], avgLogprob: 0, compressionRatio: 1, noSpeechProb: 0 };
  return { text, start: 0, end: 2, decoding: { ...figures, temperature } };
}

test('speech that the model could not write is marked as inaudible, at its place', async () => {
  for (const leftOut of ['repeated', 'implausible'] as const) {
    const { text, windows } = await transcribeTone(60, [
      { text: ' One' },
      { leftOut },
      { text: ' three' },
    ]);
    expect(text).toBe('One [inaudible] three');
    expect(windows[1]).toMatchObject({
      leftOut,
      start: 20,
      end: 40,
      segments: [{ start: 20, end: 40 }],
    });
  }
});

test('a window without speech is named and puts nothing into the text', async () => {
  const answers: Window[] = [{ text: ' One' }, { leftOut: 'no-speech' }, { text: ' three' }];
  const { text, windows } = await transcribeTone(60, answers);
  expect(text).toBe('One three');
  expect(windows[1]).toMatchObject({ leftOut: 'no-speech', segments: [] });
});

test('two windows in a row that barely advance are passed over as a whole', async () => {
  const { windows } = await transcribeTone(90, [{ advance: 1 }, { advance: 1 }, { advance: 20 }]);
  const [first, second, third] = windows;
  expect([first?.start, second?.start]).toEqual([0, 1]);
  // All of the second window, which is cut in its last four seconds.
  expect(third?.start).toBeGreaterThanOrEqual(27);
  expect(third?.start).toBeLessThanOrEqual(31);
});

test('text is continued, except from uncertain windows and from those without text', async () => {
  const { tasks } = await transcribeTone(100, [
    { text: ' One' },
    { text: ' two' },
    { text: ' mumble', temperature: 0.8 },
    { leftOut: 'repeated' },
    { text: ' five' },
  ]);
  expect(tasks.map((task) => task.previousText)).toEqual(['', ' One', ' One two', '', '']);
});

test('the language is that of the first window with words', async () => {
  const { tasks } = await transcribeTone(80, [
    { leftOut: 'no-speech', language: 'cy' },
    { text: ' Guten', language: 'de' },
    { text: ' Tag', language: 'nl' },
  ]);
  expect(tasks.map((task) => task.language)).toEqual([null, null, 'de', 'de']);
});

test('a recording is resumed where it was interrupted, with the windows that follow', async () => {
  const answers = [' One', ' two', ' three'].map((text) => ({ text }));
  const whole = await transcribeTone(60, answers);
  expect(whole.text).toBe('One two three');
  for (const [i, { end }] of whole.windows.entries()) {
    const from = { seconds: end, windows: i + 1 };
    const { windows } = await transcribeTone(60, answers.slice(i + 1), from);
    expect(windows).toEqual(whole.windows.slice(i + 1));
  }
});
