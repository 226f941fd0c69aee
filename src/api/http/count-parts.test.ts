import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { hasMoreParts } from './count-parts.ts';

const TYPE = 'multipart/form-data; boundary=b';
const part = (text: string) => `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${text}\r\n`;
const form = (count: number, text = '1') => new Blob([`${part(text).repeat(count)}--b--\r\n`]);

test('parts are counted across the steps in which a body is read', async () => {
  for (const text of ['1', 'a\n--c\n'.repeat(40_000), 'x'.repeat(999_930)]) {
    // The end of the form counts as a part, too.
    expect(await hasMoreParts(form(9, text), TYPE, 10)).toBe(false);
    expect(await hasMoreParts(form(9, text), TYPE, 9)).toBe(true);
  }
  expect(await hasMoreParts(form(9), 'multipart/form-data; boundary="b"', 9)).toBe(true);
  expect(await hasMoreParts(new Blob(['\n'.repeat(100_000)]), 'multipart/form-data', 9)).toBe(
    false,
  );
});

test('a form of hundreds of thousands of parts is refused before it is read', async () => {
  const { fetch, key } = await createTestApi();
  const headers = { authorization: `Bearer ${key}`, 'content-type': TYPE };
  const response = await fetch('/v1/audio/transcriptions', {
    method: 'POST',
    headers,
    body: form(200_000),
  });
  expect(response.status).toBe(413);
  expect((await response.json()).error.message).toBe(
    'Request body too large: it holds more than 1000 values.',
  );
});
