import { beforeEach, expect, test, vi } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import type { SpeechTask } from '#engine/tasks.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import type { SpeechFamily } from './speech-family.ts';

const loadSpeech = vi.hoisted(() => vi.fn<() => Promise<SpeechFamily>>());
vi.mock('./speech-families.ts', () => ({ loadSpeech }));
const from_pretrained = vi.hoisted(() => vi.fn<(...args: unknown[]) => Promise<unknown>>());
vi.mock('@huggingface/transformers', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  AutoTokenizer: { from_pretrained },
  AutoProcessor: { from_pretrained },
  AutoModelForCTC: { from_pretrained },
}));

const { SpeechModel } = await import('./speech-model.ts');
const { CtcModel } = await import('./ctc-model.ts');

const CARD = { id: 'a/b', quant: 'q8', device: 'wasm' } as unknown as ModelCard;
const TASK: SpeechTask = {
  kind: 'speech',
  samples: new Float32Array(16_000),
  isLast: true,
  language: 'en',
  translate: false,
  prompt: '',
  previousText: '',
  temperature: 0,
  withTimes: false,
  withWords: false,
};

let tensors: ReturnType<typeof createTensors>;

beforeEach(() => {
  tensors = createTensors();
});

async function runOf(model: { run: (task: SpeechTask, s: AbortSignal) => AsyncIterable<unknown> }) {
  for await (const _ of model.run(TASK, new AbortController().signal));
}

/** A family whose decoder fails, as one on a GPU that was lost. */
function failingFamily(at: 'start' | 'run'): SpeechFamily {
  return {
    languages: new Map([['en', 1]]),
    thresholds: {},
    tokens: { end: 2 },
    noSpeech: null,
    first: null,
    shape: { layers: 0, heads: 1, size: 1 },
    alignmentHeads: [],
    encode: async () => tensors.allocate([1, 4, 2]),
    start: () => {
      if (at === 'start') throw new Error('No start.');
      return [1];
    },
    maxTokens: () => 4,
    decoder: {
      inputNames: [],
      outputNames: [],
      run: () => Promise.reject(new Error('The GPU was lost.')),
    },
  } as unknown as SpeechFamily;
}

test.each(['start', 'run'] as const)(
  'encoder states are freed when decoding fails at %s',
  async (at) => {
    loadSpeech.mockResolvedValue(failingFamily(at));
    const model = await SpeechModel.load(CARD, () => {});
    await expect(runOf(model)).rejects.toThrow();
    expect(tensors.alive()).toBe(0);
  },
);

/** A model that predicts a token for each frame; `dims` of its logits may be wrong. */
async function openCtc(decode: () => string) {
  const session = {
    inputNames: ['input'],
    run: async () => ({ logits: tensors.allocate([1, 2, 3]) }),
  };
  const extractor = Object.assign(async () => ({ input: {} }), { config: {} });
  from_pretrained
    .mockResolvedValueOnce({ get_vocab: () => new Map([['▁a', 0]]), decode })
    .mockResolvedValueOnce({ feature_extractor: extractor })
    .mockResolvedValueOnce({ config: { pad_token_id: 2 }, sessions: { model: session } });
  return CtcModel.load(CARD, () => {});
}

test('logits are freed when their text cannot be written, and after the probe', async () => {
  const model = await openCtc(() => {
    throw new Error('No such token.');
  });
  await runOf(model).catch(() => {});
  await model.probe().catch(() => {});
  expect(tensors.alive()).toBe(0);
});
