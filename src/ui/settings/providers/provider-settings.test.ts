import { afterEach, expect, test } from 'vitest';
import { providerSchema } from '#contract/providers.ts';
import { checkForm } from '#ui/kit/use-form.ts';
import { translate } from '#ui/messages/catalogue.ts';
import { TRANSLATIONS } from '#ui/messages/load-language.ts';
import { emptyProvider, freeId, newModels } from './empty-provider.ts';
import { perMillion, perToken } from './model-editor.tsx';
import { readAmount, readWhole } from './number-text.ts';
import {
  draftSchema,
  isOptional,
  LIMIT_NAMES,
  type ProviderDraft,
  toDraft,
} from './provider-draft.ts';
import { toDeployment } from './providers-section.tsx';

afterEach(() => translate('en', {}));

test.each([
  ['0', '0'],
  ['0.000002', '2'],
  ['0.0000025', '2.5'],
  ['0.000000000001', '0.000001'],
  ['1', '1000000'],
  ['12.5', '12500000'],
])('a token at %s is a million at %s', (token, million) => {
  expect(perMillion(token)).toBe(million);
  expect(perToken(million)).toBe(token);
});

test('a new provider is one that the service stores', () => {
  const draft = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  expect(providerSchema.parse(draft)).toEqual(draft);
});

test.each([
  ['Lab cluster', 'lab-cluster'],
  ['Örtlich!', 'rtlich'],
  ['local', 'provider'],
  ['日本', 'provider'],
  ['-x'.repeat(40), 'x-x-x-x-x-x-x-x-x-x-x-x-x-x-x'],
])('%s gets an id that rules can name', (name, id) => {
  expect(freeId(name, [])).toBe(id);
  expect(freeId(name, [id])).toBe(`${id}-2`);
});

test('models of a list get a task, a context and an id of their own', () => {
  const listed = [
    { id: 'Qwen/Qwen3-8B', context: 40_960 },
    { id: 'other/Qwen3-8B', context: null },
    { id: 'intfloat/e5-small', context: 512 },
    { id: 'openai/whisper-large', context: null },
    { id: 'BAAI/bge-reranker-v2-m3', context: null },
    { id: 'has a space', context: null },
  ];
  const models = newModels([], listed);
  expect(models.map(({ id, task, context }) => [id, task, context])).toEqual([
    ['Qwen3-8B', 'chat', 40_960],
    ['other/Qwen3-8B', 'chat', 8_192],
    ['e5-small', 'embeddings', 512],
    ['whisper-large', 'speech', 8_192],
    ['bge-reranker-v2-m3', 'rerank', 8_192],
  ]);
  expect(newModels(models, listed)).toEqual([]);
  const draft = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  expect(providerSchema.parse({ ...draft, models }).models).toEqual(models);
});

test('an exported provider has no key and can be read again', () => {
  const config = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  const today = { tokens: 5, pico: 1, requests: 1 };
  const file = toDeployment([{ config, from: 'person', hasKey: true, today }], []);
  expect(file).toEqual({ providers: [config], rules: [] });
});

const STORED = {
  ...emptyProvider(),
  id: 'lab',
  name: 'Lab',
  baseUrl: 'https://lab.example/v1',
  limits: { parallel: 6, rpm: 60, moneyPerDay: '12.5' },
  timeouts: { firstTokenMs: 2_500, silenceMs: 30_000, totalMs: 600_000 },
};

/** What the form saves, or the errors that it shows, after a person typed. */
function typed(changes: Partial<ProviderDraft>) {
  return checkForm(draftSchema, { ...toDraft(STORED), ...changes });
}

test.each(['en', 'de'] as const)(
  'a form that is not changed saves what was stored: %s',
  async (id) => {
    translate(id, id === 'de' ? await TRANSLATIONS.de() : {});
    const { id: _, models: __, ...provider } = STORED;
    expect(typed({})).toEqual({ values: { key: '', removesKey: false, provider } });
  },
);

test('typed limits are saved as they stand in the form, without leaving a field', async () => {
  const shown = { moneyPerDay: '5', rpm: '', tokensPerDay: '1,000,000', name: '' };
  expect(typed(shown)).toMatchObject({
    values: {
      provider: {
        name: 'lab.example',
        limits: { parallel: 6, rpm: undefined, tokensPerDay: 1e6, moneyPerDay: '5' },
      },
    },
  });
  translate('de', await TRANSLATIONS.de());
  expect(toDraft(STORED)).toMatchObject({ moneyPerDay: '12,5', firstTokenMs: '2,5' });
  expect(typed({ moneyPerDay: ' 0,50 ', tokensPerDay: '1.000.000' })).toMatchObject({
    values: { provider: { limits: { tokensPerDay: 1e6, moneyPerDay: '0.50' } } },
  });
});

test('a form with a wrong field is not saved, and each wrong field has its sentence', async () => {
  const wrong = { rpm: '0', tokensPerDay: 'many', moneyPerDay: '5 €', fails: '', totalMs: '0' };
  const found = typed({ ...wrong, baseUrl: 'lab' });
  expect(found).toMatchObject({
    errors: {
      rpm: 'Enter a whole number from 1 to 1,000,000.',
      moneyPerDay: 'Enter an amount such as 2.50.',
      totalMs: 'Enter seconds from 0.1 to 86,400.',
    },
  });
  const names = Object.keys('errors' in found ? found.errors : {});
  expect(names.sort()).toEqual([...Object.keys(wrong), 'baseUrl'].sort());
  translate('de', await TRANSLATIONS.de());
  expect(typed({ moneyPerDay: '1.250' })).toEqual({
    errors: { moneyPerDay: 'Einen Betrag wie 2,50 eingeben.' },
  });
});

test('a provider may be without the limits of use, and not without its times', () => {
  const optional = LIMIT_NAMES.filter(isOptional);
  expect(optional).toEqual(['rpm', 'tokensPerDay', 'moneyPerDay']);
  const empty = Object.fromEntries(LIMIT_NAMES.map((name) => [name, '']));
  const found = typed(empty);
  expect(Object.keys('errors' in found ? found.errors : {}).sort()).toEqual(
    LIMIT_NAMES.filter((name) => !isOptional(name)).sort(),
  );
});

test.each([
  ['en', '0,50', '0.50', null],
  ['en', '1,250', null, 1_250],
  ['en', '1,250.50', '1250.50', null],
  ['en', '1.250', '1.250', null],
  ['en', '1.250,50', null, null],
  ['en', '-1', null, null],
  ['en', '1e3', null, null],
  ['de', '0,50', '0.50', null],
  ['de', '0.125', '0.125', null],
  ['de', '1.250', null, 1_250],
  ['de', '1.250,50', '1250.50', null],
  ['de', '1,250.50', null, null],
  ['de', '1 000', '1000', 1_000],
  ['de', '1.000.000', '1000000', 1_000_000],
  ['de', '', null, null],
] as const)('%s: %s is the amount %s and the whole number %s', async (id, text, amount, whole) => {
  translate(id, id === 'de' ? await TRANSLATIONS.de() : {});
  expect([readAmount(text), readWhole(text)]).toEqual([amount, whole]);
});
