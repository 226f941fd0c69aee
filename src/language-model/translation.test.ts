import { eld } from 'eld/extrasmall';
import { expect, test } from 'vitest';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import type { BackingOptions } from './backing.ts';
import { DETECTED } from './detector.ts';
import { loadApis } from './install.ts';

interface Translator {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly inputQuota: number;
  translate(input: string, options?: object): Promise<string>;
  translateStreaming(input: string): ReadableStream<string>;
  measureInputUsage(input: string): Promise<number>;
  destroy(): void;
}

interface Detector {
  readonly expectedInputLanguages: readonly string[] | null;
  readonly inputQuota: number;
  detect(
    input: string,
    options?: object,
  ): Promise<{ detectedLanguage: string; confidence: number }[]>;
  measureInputUsage(input: string): Promise<number>;
  destroy(): void;
}

const [SCRIPTED] = SCRIPTED_MODELS;
if (!SCRIPTED) throw new Error('No scripted model.');
const GERMAN = { ...SCRIPTED, id: 'knows-german', languages: ['en', 'de', 'zh'] };
/** Its answers end after three words. */
const SHORT = { ...GERMAN, id: 'writes-little', completionTokens: 3 };

/** The service in this process with a model that names its languages, and others that name none. */
async function open(options: BackingOptions = {}) {
  const { handle, key } = await createTestApi({ models: [GERMAN, SHORT] });
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  const service = {
    baseURL: 'http://localhost/v1',
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      if (init?.body) asked.push({ path, body: JSON.parse(String(init.body)) });
      request.headers.set('authorization', `Bearer ${key}`);
      return handle(request);
    },
  };
  return { ...(await loadApis(service, options)), asked };
}

const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no exception',
    (error: Error) => error.name,
  );

async function readAll(stream: ReadableStream<string>): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece;
  return text;
}

const pair = (sourceLanguage: string, targetLanguage: string) => ({
  sourceLanguage,
  targetLanguage,
});

test('a pair is available where a model names both languages, whatever their region', async () => {
  const { Translator } = await open();
  expect(await Translator.availability(pair('en', 'de'))).toBe('available');
  expect(await Translator.availability(pair('de-CH', 'zh-Hant-TW'))).toBe('available');
  expect(await Translator.availability(pair('en', 'fr'))).toBe('unavailable');
  expect(await nameOf(Translator.create(pair('en', 'fr')))).toBe('NotSupportedError');
  expect(await nameOf(Translator.availability(pair('en', 'not a tag')))).toBe('RangeError');
  expect(await nameOf(Translator.availability({ sourceLanguage: 'en' }))).toBe('TypeError');
  expect(await nameOf(Translator.create())).toBe('TypeError');
  expect(() => new (Translator as unknown as new () => object)()).toThrow('Illegal constructor');
});

test('a site is trusted with the languages of a model that names none, and not of one that does', async () => {
  const trusted = await open({ model: 'scripted-chat' });
  expect(await trusted.Translator.availability(pair('en', 'fr'))).toBe('available');
  const named = await open({ model: 'knows-german' });
  expect(await named.Translator.availability(pair('en', 'fr'))).toBe('unavailable');
});

test('a download ends with its first bytes where the page of the model names other languages', async () => {
  const card = {
    ...{ id: 'owner/name', context_length: 512, capabilities: ['completion'] },
    architecture: { input_modalities: ['text'] },
    sn_metadata: { runtime: 'transformers', state: 'available', languages: ['en'] },
  };
  let isAdded = false;
  let ended: unknown = null;
  const { Translator } = await loadApis(
    {
      baseURL: 'http://localhost/v1',
      fetch: async () => (isAdded ? Response.json(card) : new Response('{}', { status: 404 })),
      async load(_, { onProgress, signal } = {}) {
        isAdded = true;
        onProgress?.({ loaded: 1, total: 100 });
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        ended = signal?.aborted;
      },
    },
    { model: 'owner/name' },
  );
  const create = Translator.create(pair('en', 'de'));
  await expect(create).rejects.toThrow('The model owner/name does not know en and de.');
  expect(await nameOf(create)).toBe('NotSupportedError');
  await expect.poll(() => ended).toBe(true);
  const again = Translator.create(pair('en', 'de'));
  await expect(again).rejects.toThrow('The model owner/name does not know en and de.');
});

test('a text is sent with its languages by name, decided and without thought', async () => {
  const { Translator, asked } = await open();
  const translator = (await Translator.create(pair('en', 'de-CH'))) as Translator;
  expect([translator.sourceLanguage, translator.targetLanguage]).toEqual(['en', 'de-CH']);
  const answer = await translator.translate('Where is the station?');
  expect(answer).toContain('Where is the station?');
  const { body } = asked.at(-1) ?? {};
  expect(body).toMatchObject({ model: 'knows-german', temperature: 0, reasoning_effort: 'none' });
  expect(JSON.stringify(body?.['messages'])).toContain('English text into Swiss High German');
  expect(await readAll(translator.translateStreaming('One.'))).toContain('One.');
  const before = asked.length;
  for (const blank of ['', ' \n', '\u0007']) expect(await translator.translate(blank)).toBe(blank);
  expect(asked).toHaveLength(before);
});

test('a text that leaves no room for its translation is refused, and half of one is an error', async () => {
  const { Translator } = await open();
  const translator = (await Translator.create(pair('en', 'de'))) as Translator;
  expect(translator.inputQuota).toBeLessThan(512 / 2);
  const text = 'word '.repeat(300);
  expect(await translator.measureInputUsage(text)).toBeGreaterThan(translator.inputQuota);
  expect(await nameOf(translator.translate(text))).toBe('QuotaExceededError');
  const short = await open({ model: 'writes-little' });
  const cut = (await short.Translator.create(pair('en', 'de'))) as Translator;
  expect(await nameOf(cut.translate('A sentence.'))).toBe('UnknownError');
});

test('regions of one language need no model; its scripts do', async () => {
  const { Translator, asked } = await open();
  for (const [from, to] of [
    ['fr', 'fr-CA'],
    ['en-x-asdf', 'en-x-xyzw'],
  ] as const) {
    expect(await Translator.availability(pair(from, to))).toBe('available');
    const translator = (await Translator.create(pair(from, to))) as Translator;
    expect(await translator.translate('Salut')).toBe('Salut');
    expect(await readAll(translator.translateStreaming('Salut'))).toBe('Salut');
    expect(translator.inputQuota).toBe(Number.POSITIVE_INFINITY);
    expect(await translator.measureInputUsage('Salut')).toBe(0);
    translator.destroy();
    expect(await nameOf(translator.translate('Salut'))).toBe('InvalidStateError');
  }
  expect(asked).toEqual([]);
  expect(await Translator.availability(pair('sr-Cyrl', 'sr-Latn'))).toBe('unavailable');
});

test('the end of a translator, and a signal, end its work', async () => {
  const { Translator } = await open();
  const translator = (await Translator.create(pair('en', 'de'))) as Translator;
  const stop = new AbortController();
  const first = nameOf(translator.translate('A text.', { signal: stop.signal }));
  stop.abort();
  expect(await first).toBe('AbortError');
  const second = nameOf(translator.translate('A text.'));
  translator.destroy();
  expect(await second).toBe('AbortError');
  expect(await nameOf(translator.translate('a'))).toBe('InvalidStateError');
  const gone = { ...pair('en', 'de'), signal: AbortSignal.abort() };
  expect(await nameOf(Translator.create(gone))).toBe('AbortError');
});

test('writing in a language that no model names is unavailable', async () => {
  const { Writer, Summarizer, asked } = await open();
  expect(await Writer.availability({ outputLanguage: 'de' })).toBe('available');
  expect(await Writer.availability({ outputLanguage: 'fr' })).toBe('unavailable');
  expect(await Summarizer.availability({ expectedInputLanguages: ['en', 'ja'] })).toBe(
    'unavailable',
  );
  expect(await nameOf(Writer.create({ outputLanguage: 'fr' }))).toBe('NotSupportedError');
  const writer = await Writer.create({ outputLanguage: 'de' });
  await (writer as { write(input: string): Promise<string> }).write('A note');
  expect(asked.at(-1)?.body['model']).toBe('knows-german');
});

const openDetector = async (options?: object) =>
  (await (await open()).LanguageDetector.create(options)) as Detector;

test('languages are detected, from the first article of the declaration of human rights', async () => {
  const detector = await openDetector();
  expect(detector.inputQuota).toBe(Number.POSITIVE_INFINITY);
  expect(await detector.measureInputUsage('A text.')).toBe(0);
  for (const [language, text] of Object.entries(ARTICLE)) {
    const [first, ...others] = await detector.detect(text);
    expect(first?.detectedLanguage, text).toBe(language);
    expect(first?.confidence, text).toBeGreaterThan(0.8);
    expect(others.at(-1)?.detectedLanguage).toBe('und');
  }
});

// Of languages in five scripts; the last ones share most of their words with a neighbour.
const ARTICLE = {
  en: 'All human beings are born free and equal in dignity and rights.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits.'.normalize('NFD'),
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  zh: '人人生而自由，在尊严和权利上一律平等。',
  ar: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах.',
  th: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.',
};

test('a text of two languages is shared between them', async () => {
  const detector = await openDetector();
  const results = await detector.detect(`${ARTICLE.de}\n${ARTICLE.en} ${ARTICLE.ja}`);
  expect(results.map(({ detectedLanguage }) => detectedLanguage).sort()).toEqual([
    'de',
    'en',
    'ja',
    'und',
  ]);
  const sum = results.reduce((total, { confidence }) => total + confidence, 0);
  expect(sum).toBeGreaterThan(0.9);
  expect(sum).toBeLessThanOrEqual(1 + 1e-9);
  for (const { confidence } of results.slice(0, 2)) expect(confidence).toBeGreaterThan(0.3);
});

test('a text in none of the known languages is und, and long texts are read in part', async () => {
  const detector = await openDetector();
  for (const text of ['', '12:30 – 100 %', 'ok', 'xq zzvrt wkl pfft grblk']) {
    expect((await detector.detect(text))[0]?.detectedLanguage, text).toBe('und');
  }
  // Welsh, which the detector does not know.
  const welsh =
    'Genir pawb yn rhydd ac yn gydradd â’i gilydd mewn urddas a hawliau. Fe’u cynysgaeddir â rheswm a chydwybod.';
  expect((await detector.detect(welsh))[0]?.detectedLanguage).toBe('und');
  const long = `${ARTICLE.de}\n`.repeat(200_000);
  const began = performance.now();
  expect((await detector.detect(long))[0]?.detectedLanguage).toBe('de');
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a detector says which languages it knows: the ones of its library', async () => {
  expect([...DETECTED].sort()).toEqual(Object.values(eld.info().Languages).sort());
  const { LanguageDetector } = await open();
  expect(await LanguageDetector.availability()).toBe('available');
  const known = { expectedInputLanguages: ['de-AT', 'nb', 'fil', 'zh-Hant'] };
  expect(await LanguageDetector.availability(known)).toBe('available');
  expect((await openDetector(known)).expectedInputLanguages).toEqual(known.expectedInputLanguages);
  expect((await openDetector({ expectedInputLanguages: [] })).expectedInputLanguages).toBeNull();
  const unknown = { expectedInputLanguages: ['de', 'cy'] };
  expect(await LanguageDetector.availability(unknown)).toBe('unavailable');
  expect(await nameOf(LanguageDetector.create(unknown))).toBe('NotSupportedError');
  const wrong = { expectedInputLanguages: ['not a tag'] };
  expect(await nameOf(LanguageDetector.availability(wrong))).toBe('RangeError');
  const detector = await openDetector();
  const gone = detector.detect('Guten Tag', { signal: AbortSignal.abort() });
  expect(await nameOf(gone)).toBe('AbortError');
  detector.destroy();
  expect(await nameOf(detector.detect('Guten Tag'))).toBe('InvalidStateError');
});
