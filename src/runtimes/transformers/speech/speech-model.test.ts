import { expect, test, vi } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import type { SpeechFamily } from './speech-family.ts';

const loadSpeech = vi.hoisted(() => vi.fn<() => Promise<SpeechFamily>>());
vi.mock('./speech-families.ts', () => ({ loadSpeech }));
vi.mock('@huggingface/transformers', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Tensor: class {
    readonly data: unknown;
    readonly dims: readonly number[];
    constructor(_type: string, data: unknown, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  },
}));

const { pickLanguage, SpeechModel } = await import('./speech-model.ts');

const [START, WORD, END, FIRST_TIME] = [1, 3, 5, 10];
const ONE_SECOND = FIRST_TIME + 50;
const VOCABULARY = 200;
/** Token that follows another: a word between 0 and 1 s, and nothing behind it. */
const NEXT: Record<number, number> = {
  [START]: FIRST_TIME,
  [FIRST_TIME]: WORD,
  [WORD]: ONE_SECOND,
  [ONE_SECOND]: END,
};

/** A model with attention to report. `read`: how many tokens each run was given. */
function family(next = NEXT, read: number[] = []): SpeechFamily {
  const { allocate } = createTensors();
  async function run(feeds: Record<string, unknown>) {
    const { data, dims } = feeds['input_ids'] as OrtTensor;
    // One token continues those before it.
    const before = data.length === 1 ? read.reduce((sum, count) => sum + count, 0) : 0;
    read.push(data.length);
    const ids = Array.from(data as BigInt64Array, Number);
    const logits = allocate([...dims, VOCABULARY]);
    const values = (logits.data as Float32Array).fill(0);
    for (const [i, id] of ids.entries()) values[i * VOCABULARY + (next[id] ?? END)] = 20;
    const attention = allocate([1, 1, ids.length, 1_500]);
    // The word looks at 4 s of sound, the end at the sound behind them.
    const weights = (attention.data as Float32Array).fill(0);
    for (const i of ids.keys()) {
      const at = i * 1_500 + (before + i) * 200;
      weights.fill(1, at, at + 200);
    }
    return { logits, 'cross_attentions.0': attention };
  }
  return {
    languages: new Map(),
    thresholds: { compressionRatio: null, logprob: null, noSpeech: null },
    tokens: {
      end: END,
      noTimestamps: FIRST_TIME - 1,
      firstTime: FIRST_TIME,
      suppressed: [],
      suppressedFirst: [],
      maxFirstTime: null,
    },
    tokenizer: { decode: (ids: number[]) => ids.map(() => ' word').join('') },
    beams: 1,
    noSpeech: null,
    first: null,
    shape: { layers: 1, heads: 1, size: 1 },
    alignmentHeads: [[0, 0]],
    encode: async () => allocate([1, 4, 2]),
    start: () => [START],
    maxTokens: () => 8,
    decoder: {
      inputNames: ['input_ids'],
      outputNames: ['logits', 'cross_attentions.0'],
      hold: (tensor: OrtTensor) => tensor,
      run,
    },
  } as unknown as SpeechFamily;
}

/** The events of a window of 5 s. */
async function transcribe(model = family(), more: Partial<SpeechTask> = {}): Promise<TaskEvent[]> {
  loadSpeech.mockResolvedValue(model);
  const speech = await SpeechModel.load({} as ModelCard, () => {});
  const task: SpeechTask = {
    kind: 'speech',
    samples: new Float32Array(5 * 16_000),
    isLast: false,
    language: null,
    translate: false,
    prompt: '',
    previousText: '',
    temperature: 0,
    withTimes: true,
    withWords: true,
    ...more,
  };
  const events: TaskEvent[] = [];
  for await (const event of speech.run(task, new AbortController().signal)) events.push(event);
  return events;
}

test('a slow window says that it makes progress', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5_000;
    return now;
  });
  const types = (await transcribe()).map(({ type }) => type);
  clock.mockRestore();
  expect(types[1]).toBe('working');
  expect(types.slice(-3)).toEqual(['segment', 'window', 'end']);
});

test('words end where the next window starts, not in its sound', async () => {
  const events = await transcribe();
  const window = events.find((event) => event.type === 'window');
  expect(window).toMatchObject({ transcribedSeconds: 1 });
  const segment = events.find((event) => event.type === 'segment')?.segment;
  expect(segment?.end).toBeLessThanOrEqual(1);
  expect(segment?.words?.at(-1)?.end).toBeLessThanOrEqual(1);
});

test('text while it is spoken is timed by the run that wrote it', async () => {
  const read: number[] = [];
  const model = family({ [START]: WORD, [WORD]: END }, read);
  const events = await transcribe(model, { live: { said: '', until: 0, likely: {} } });
  // The prompt, and its one word: no second run for the times.
  expect(read).toEqual([1, 1]);
  const segment = events.find((event) => event.type === 'segment')?.segment;
  const [word, ...others] = segment?.words ?? [];
  expect(others).toEqual([]);
  expect(word).toMatchObject({ text: ' word' });
  expect(word?.probability).toBeCloseTo(1, 3);
  expect(word?.end).toBeGreaterThan(word?.start ?? 0);
});

test('a likely language wins where the sound leaves it open, and not where it does not', () => {
  const languages = new Map([
    ['en', 1],
    ['ko', 2],
    ['fr', 3],
  ]);
  const after = (en: number, ko: number, fr: number) =>
    Float32Array.from([0, Math.log(en), Math.log(ko), Math.log(fr)]);
  const open = after(0.4, 0.5, 0.1);
  expect(pickLanguage(languages, open, {})).toMatchObject({ language: 'ko' });
  expect(pickLanguage(languages, open, {}).languageProbability).toBeCloseTo(0.5);
  expect(pickLanguage(languages, open, { en: 10 })).toMatchObject({ language: 'en' });
  expect(pickLanguage(languages, open, { en: 10 }).languageProbability).toBeCloseTo(4 / 4.6);
  // A likely language is not sure where the sound says another one three times as clearly.
  const against = after(0.25, 0, 0.75);
  expect(pickLanguage(languages, against, { en: 10 }).languageProbability).toBeLessThan(0.9);
  const clear = after(0.002, 0.001, 0.997);
  expect(pickLanguage(languages, clear, { en: 10 })).toMatchObject({ language: 'fr' });
  expect(pickLanguage(languages, clear, { en: 10 }).languageProbability).toBeGreaterThan(0.9);
  // Impossible ones leave the others their share.
  const only = pickLanguage(languages, clear, { en: 1, ko: 1, fr: 0 });
  expect(only.language).toBe('en');
  expect(only.languageProbability).toBeCloseTo(2 / 3);
});
