import { expect, test, vi } from 'vitest';
import type { FileProblem } from '#api/call/call.ts';
import { ocrAnswer } from '#contract/answers/ocr-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

/** The scripted model reads the bytes of a picture as text. */
const picture = (text: string) => `data:image/png;base64,${btoa(text)}`;

function send(api: Api, fields: object, signal?: AbortSignal) {
  return api.fetch('/v1/ocr', {
    signal: signal ?? null,
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted-ocr',
      document: { type: 'image_url', image_url: picture('Rent: 1,450') },
      ...fields,
    }),
  });
}

test('answers with the text of a picture, in the form of the reference', async () => {
  const api = await createTestApi();
  const answer = ocrAnswer.parse(await (await send(api, {})).json());
  expect(answer.model).toBe('scripted-ocr');
  expect(answer.pages).toHaveLength(1);
  expect(answer.pages[0]).toMatchObject({ index: 0, markdown: 'Rent: 1,450', images: [] });
  expect(answer.pages[0]).not.toHaveProperty('words');
  expect(answer.usage_info).toEqual({ pages_processed: 1, doc_size_bytes: 11 });
});

test('lists words with their places where a client asks for them', async () => {
  const api = await createTestApi();
  const document = { image_url: { url: picture('Rent due') } };
  const answer = ocrAnswer.parse(await (await send(api, { document, return_words: true })).json());
  const [page] = answer.pages;
  expect(page?.words?.map(({ text }) => text)).toEqual(['Rent', 'due']);
  expect(page?.words?.[1]?.y).toBeGreaterThan(page?.words?.[0]?.y ?? 0);
});

test('reads the pages of a TIFF file, which a scanner writes', async () => {
  const api = await createTestApi();
  const tiff = picture('II*\0 Rent: 1,450').replace('image/png', 'image/tiff');
  const response = await send(api, { document: { image_url: tiff } });
  const answer = ocrAnswer.parse(await response.json());
  expect(answer.pages).toHaveLength(1);
  expect(answer.pages[0]?.markdown).toContain('Rent: 1,450');
  expect(answer.usage_info.pages_processed).toBe(1);
});

/** A file of three pages whose reader gives the pictures of some of them, and then its outcome. */
async function sendThree(drawn: readonly number[], outcome: 'text' | FileProblem) {
  const api = await createTestApi();
  api.dependencies.readFile = async (_, readPicture, signal) => {
    for (const page of drawn) await readPicture?.(new Blob([`page ${page}`]), page, 3);
    signal?.throwIfAborted();
    return outcome === 'text' ? { text: 'page', sentences: new Uint32Array() } : outcome;
  };
  const response = await send(api, { document: { image_url: picture('II*\0') } });
  return { status: response.status, answer: await response.json() };
}

test('a TIFF file is answered whole, or refused with the page that is missing', async () => {
  const { answer } = await sendThree([1, 2, 3], 'text');
  const { pages } = ocrAnswer.parse(answer);
  expect(pages.map(({ index, markdown }) => [index, markdown])).toEqual([
    [0, 'page 1'],
    [1, 'page 2'],
    [2, 'page 3'],
  ]);
  const part = await sendThree([1, 3], 'text');
  expect([part.status, part.answer.error.code]).toEqual([400, 'invalid_image']);
  expect(part.answer.error.message).toContain('page 2 of 3');
});

/** In which order a file of three pages, and a picture that is sent after its first page, are answered. */
async function orderWhere(pageMs: number): Promise<string[]> {
  let clock = 0;
  const api = await createTestApi({ now: () => clock });
  const ended: string[] = [];
  let other: Promise<unknown> = Promise.resolve();
  api.dependencies.readFile = async (_, readPicture) => {
    for (const page of [1, 2, 3]) {
      await readPicture?.(new Blob([`page ${page}`]), page, 3);
      clock += pageMs;
      if (page > 1) continue;
      other = send(api, {}).then(() => ended.push('picture'));
      const [slot] = api.engine.slots;
      await expect.poll(() => slot?.queue.waiting).toBe(1);
    }
    return { text: 'page', sentences: new Uint32Array() };
  };
  await send(api, { document: { image_url: picture('II*\0') } });
  ended.push('file');
  await other;
  return ended;
}

test('requests that wait are answered between two pages of a file that take some time', async () => {
  expect(await orderWhere(1_000)).toEqual(['picture', 'file']);
  expect(await orderWhere(10)).toEqual(['file', 'picture']);
});

test('the time of others between two pages counts for neither the deadline nor the duration of a file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let clock = 0;
    const api = await createTestApi({ now: () => clock });
    api.dependencies.requestTimeoutMs = () => 500;
    api.dependencies.readFile = async (_, readPicture, signal) => {
      const [slot] = api.engine.slots;
      for (const page of [1, 2, 3]) {
        const other = slot?.admit(new AbortController().signal);
        // Together longer than the whole file may take.
        void other?.started.then(async () => {
          await vi.advanceTimersByTimeAsync(400);
          other.leave();
        });
        clock += 1_000;
        await readPicture?.(new Blob([`page ${page}`]), page, 3);
        signal?.throwIfAborted();
      }
      return { text: 'page', sentences: new Uint32Array() };
    };
    const response = await send(api, { document: { image_url: picture('II*\0') } });
    expect(response.status).toBe(200);
    expect(api.engine.slots[0]?.averageSeconds).toBeLessThan(0.3);
  } finally {
    vi.useRealTimers();
  }
});

test('a reading that fails after a page fails as a whole, and a file is blamed for its own faults alone', async () => {
  const problem = 'It is damaged.';
  const damaged = await sendThree([1], { problem, isUnsupported: false });
  expect([damaged.status, damaged.answer.error.code]).toEqual([400, 'invalid_image']);
  const memory = await sendThree([], { problem, isUnsupported: false, of: 'device' });
  expect([memory.status, memory.answer.error.code]).toEqual([500, 'internal_server_error']);
  const blank = await sendThree([1, 2, 3], { problem, isUnsupported: true, of: 'words' });
  expect([blank.status, blank.answer.pages.length]).toEqual([200, 3]);
});

test('the reading of a TIFF file ends with its client', async () => {
  const api = await createTestApi();
  let hasEnded = false;
  const client = new AbortController();
  api.dependencies.readFile = async (_, readPicture, signal) => {
    await readPicture?.(new Blob(['page 1']), 1, 3);
    setTimeout(() => client.abort());
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        hasEnded = true;
        reject(signal.reason);
      });
    });
  };
  const document = { image_url: picture('II*\0') };
  await send(api, { document }, client.signal).catch(() => null);
  expect(hasEnded).toBe(true);
});

test('refuses by name files that are no pictures, and models that do not read', async () => {
  const api = await createTestApi();
  const wrong = async (fields: object) => {
    const response = await send(api, fields);
    expect(response.status).toBe(400);
    return (await response.json()).error;
  };
  expect(await wrong({ document: undefined })).toMatchObject({ param: 'document' });
  const far = { image_url: 'https://example.org/a.png' };
  expect((await wrong({ document: far })).param).toMatch(/^document/);
  expect(await wrong({ document: { image_url: 'a' } })).toMatchObject({ code: 'invalid_base64' });
  expect(await wrong({ pages: [1] })).toMatchObject({ param: 'pages' });
  expect(await wrong({ model: 'scripted-embed' })).toMatchObject({ code: 'model_not_compatible' });
});

test('notes the request in the usage ledger', async () => {
  const api = await createTestApi();
  await (await send(api, {})).json();
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'ocr', requests: 1 }));
});
