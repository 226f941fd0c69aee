// POST /v1/ocr with the model in the box.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';

/** Reads pictures that are sent one after the other without waiting. */
async function read(page: Page, files: readonly { name: string; type: string }[]) {
  const pictures = files.map(({ name, type }) => ({
    name,
    url: `data:${type};base64,${readFileSync(`e2e/data/${name}`, 'base64')}`,
  }));
  await page.goto('/');
  return page.evaluate(async (all) => {
    await globalThis.alcove.ready;
    const key = await globalThis.alcove.createApiKey('test');
    const answers: { name: string; texts: string[]; status: number }[] = [];
    await Promise.all(
      all.map(async ({ name, url }) => {
        const response = await fetch('/v1/ocr', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'alcove-ocr', document: { image_url: url } }),
        });
        const { pages = [] } = (await response.json()) as { pages?: { markdown: string }[] };
        const texts = pages.map(({ markdown }) => markdown);
        answers.push({ name, texts, status: response.status });
      }),
    );
    return answers;
  }, pictures);
}

test('the scan of a book is read from the TIFF file of its scanner', async ({ page }) => {
  test.setTimeout(180_000);
  // Cut from a page of “Lucasta” (London 1864) in the test data of leptonica, compressed as faxes are.
  const [answer] = await read(page, [{ name: 'tiff/lucasta.tif', type: 'image/tiff' }]);
  expect(answer?.status).toBe(200);
  expect(answer?.texts).toHaveLength(1);
  const [text = ''] = answer?.texts ?? [];
  expect(text).toMatch(/BIOGRAPHICAL NOTICE\.?[\s|]+xxv/i);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'graceful, which drew respect from all men and women. Many other things I could now say of him, relating',
  );
});

// In which order is for the test of the endpoint: here it depends on how long a page takes.
test('a picture that is sent while a file is read is answered, and the file with all its pages', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const answers = await read(page, [
    { name: 'tiff/bilevel.tif', type: 'image/tiff' },
    { name: 'ocr/receipt.png', type: 'image/png' },
  ]);
  const pages = answers.map(({ name, status, texts }) => `${name} ${status} ${texts.length}`);
  expect(pages.sort()).toEqual(['ocr/receipt.png 200 1', 'tiff/bilevel.tif 200 3']);
});
