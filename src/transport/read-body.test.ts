import { expect, test } from 'vitest';
import { LARGE_BYTES, MAX_JSON_BYTES } from '#contract/body-limits.ts';
import { readBody } from './read-body.ts';

const post = (body: BodyInit, type = 'application/json') =>
  new Request('http://localhost/v1/x', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });

test('small JSON is read as bytes', async () => {
  const text = JSON.stringify('é'.repeat(50_000));
  const body = await readBody(post(text));
  if (!(body instanceof ArrayBuffer)) throw new Error('No bytes.');
  expect(new TextDecoder().decode(body)).toBe(text);
});

test('large JSON becomes a blob of the same bytes, which no thread on the way has to read', async () => {
  const text = JSON.stringify('é'.repeat(LARGE_BYTES));
  const body = await readBody(post(text));
  if (!(body instanceof Blob)) throw new Error('No blob.');
  expect(await body.text()).toBe(text);
});

test('a body without an end is read as far as it may be long', async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const body = await readBody(post(endless));
  if (!(body instanceof Blob)) throw new Error('No blob.');
  expect(body.size).toBeGreaterThan(MAX_JSON_BYTES);
  expect(body.size).toBeLessThan(MAX_JSON_BYTES + 2_000_000);
  expect(isCancelled).toBe(true);
});

test('a body that breaks off fails', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(LARGE_BYTES + 1));
      setTimeout(() => controller.error(new TypeError('Broken off.')));
    },
  });
  await expect(readBody(post(broken))).rejects.toThrow();
});

test('uploads become blobs, and requests without a body nothing', async () => {
  expect(await readBody(post('a', 'text/plain'))).toBeInstanceOf(Blob);
  expect(await readBody(new Request('http://localhost/v1/x'))).toBeNull();
});
