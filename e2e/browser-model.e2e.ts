import { expect, test } from '@playwright/test';
import { installLanguageModel } from '#testing/language-model-double.ts';
import { ChatPage } from './chat-page.ts';

const OPTIONS = { contextWindow: 500, delayMs: 5 };

test('the model of the browser is downloaded on a press, and is a model like the others', async ({
  page,
}) => {
  // A download that is seen on a busy machine too.
  await page.addInitScript(installLanguageModel, {
    ...{ ...OPTIONS, delayMs: 50 },
    availability: 'downloadable' as const,
  });
  await page.goto('/models');
  const section = page.getByRole('region', { name: 'The model of this browser' });
  await expect(section).toContainText('Its maker chooses it');
  const ids = () =>
    page.evaluate(async () => {
      await alcove.ready;
      const { data } = (await (await fetch('/v1/models')).json()) as { data: { id: string }[] };
      return data.map(({ id }) => id);
    });
  // Nothing that a person has not asked for is downloaded.
  expect(await ids()).not.toContain('browser-language-model');
  await section.getByRole('button', { name: 'Let the browser download it' }).click();
  await expect(section.getByRole('progressbar')).toBeVisible();
  await expect(section.getByText('Ready.')).toBeVisible();
  await expect.poll(ids).toContain('browser-language-model');

  await section.getByRole('link', { name: 'Open in Chat' }).click();
  const chat = new ChatPage(page);
  await chat.choose('Model of this browser');
  await expect(await chat.ask('Say hello')).toContainText('user: Say hello');

  const refused = await page.evaluate(async () => {
    const key = await alcove.createApiKey('browser');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = JSON.stringify({ model: 'browser-language-model', messages, seed: 7 });
    const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('does not support \\"seed\\"');
});

test('where only Guide is installed, a task is offered to the model of the browser, which downloads and answers', async ({
  page,
}) => {
  await page.addInitScript(installLanguageModel, {
    ...{ ...OPTIONS, delayMs: 50 },
    availability: 'downloadable' as const,
  });
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const answer = await chat.ask('Write a poem about the sea');
  const note = answer.getByRole('note');
  await expect(note).toContainText('The model of this browser can try this: several gigabytes');
  await note.getByRole('button', { name: 'Download and answer' }).click();
  await expect(note).toContainText('The model of this browser answers by itself when it is ready.');
  await expect(note.getByRole('progressbar')).toBeVisible();
  await expect(chat.answers).toHaveText(/user: Write a poem about the sea/, { timeout: 30_000 });
});

test('a browser without a model says nothing of one', async ({ page }) => {
  await page.addInitScript(installLanguageModel, {
    ...OPTIONS,
    availability: 'unavailable' as const,
  });
  await page.goto('/models');
  await expect(page.getByRole('heading', { name: 'A model you have as a file' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The model of this browser' })).toHaveCount(0);
});

test('a browser without the Prompt API gets it from the installed models, and lists no model of its own', async ({
  page,
}) => {
  // Chromium of the tests may have the interface without a model behind it.
  await page.addInitScript(() => {
    const prompt = ['LanguageModel', 'Summarizer', 'Writer', 'Rewriter'];
    for (const name of [...prompt, 'Translator', 'LanguageDetector']) {
      Reflect.deleteProperty(globalThis, name);
    }
  });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/chat?scripted-models');
  await page.waitForFunction(() => 'LanguageModel' in globalThis && 'Translator' in globalThis);
  expect(loaded.filter((url) => /\/(?:apis|detect-languages)-/.test(url))).toEqual([]);
  const result = await page.evaluate(async () => {
    interface Session {
      prompt(input: string, options?: object): Promise<string>;
      promptStreaming(input: string): ReadableStream<string>;
      contextUsage: number;
    }
    interface Api {
      availability(): Promise<string>;
      create(options?: object): Promise<Session>;
    }
    const { LanguageModel, Summarizer } = globalThis as unknown as Record<string, Api>;
    const session = await LanguageModel?.create();
    const streamed: string[] = [];
    const reader = session?.promptStreaming('Hello to all').getReader();
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      streamed.push(piece.value);
    }
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    return {
      availability: await LanguageModel?.availability(),
      streamed: streamed.join(''),
      json: await session?.prompt('A number', { responseConstraint: schema }),
      usage: session?.contextUsage,
      summarizer: await Summarizer?.availability(),
    };
  });
  expect(result).toMatchObject({
    availability: 'available',
    streamed: 'Hello to all',
    summarizer: 'available',
  });
  expect(JSON.parse(result.json ?? '')).toEqual({ a: expect.any(Number) });
  expect(result.usage).toBeGreaterThan(0);
  const ids = await page.evaluate(async () => {
    const { data } = (await (await fetch('/v1/models')).json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  });
  expect(ids).not.toContain('browser-language-model');
  const languages = await page.evaluate(async () => {
    interface Detector {
      detect(input: string): Promise<{ detectedLanguage: string }[]>;
    }
    const { LanguageDetector, Translator } = globalThis as unknown as {
      LanguageDetector: { create(): Promise<Detector> };
      Translator: { availability(pair: object): Promise<string> };
    };
    const detector = await LanguageDetector.create();
    const [first] = await detector.detect('Wo finde ich hier den nächsten Bahnhof?');
    return {
      first: first?.detectedLanguage,
      // No model that is installed here knows German.
      translator: await Translator.availability({ sourceLanguage: 'en', targetLanguage: 'de' }),
    };
  });
  expect(languages).toEqual({ first: 'de', translator: 'unavailable' });
});
