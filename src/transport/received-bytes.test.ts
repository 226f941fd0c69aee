import { expect, test } from 'vitest';
import { onReceived, type ReceivedBytes, reportReceived } from './received-bytes.ts';

const HERE = 'https://alcove.test';
const HUB = 'https://hub.test/file';

/** Reports of what `work` reads. */
async function reports(work: () => Promise<unknown>, count: number): Promise<ReceivedBytes[]> {
  const all: ReceivedBytes[] = [];
  const stop = onReceived((one) => all.push(one));
  await work().catch(() => {});
  await expect.poll(() => all.length).toBe(count);
  stop();
  return all;
}

const pieces = (sizes: readonly number[], error?: Error) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const size of sizes) controller.enqueue(new Uint8Array(size));
        if (error) controller.error(error);
        else controller.close();
      },
    }),
    { status: 206, headers: { etag: 'x' } },
  );

test('the bytes of an answer are reported by their site, and the answer is the same', async () => {
  const [one] = await reports(async () => {
    const response = reportReceived(HUB, 'models', pieces([3, 4]), HERE);
    expect([response.status, response.headers.get('etag')]).toEqual([206, 'x']);
    expect((await response.arrayBuffer()).byteLength).toBe(7);
  }, 1);
  expect(one).toMatchObject({ host: 'hub.test', by: 'models', received: 7 });
});

test('a large answer is reported in steps, which add up', async () => {
  const size = 1_500_000;
  const all = await reports(
    () => reportReceived(HUB, 'models', pieces([size, size, size, size]), HERE).arrayBuffer(),
    2,
  );
  expect(all.map(({ received }) => received)).toEqual([3 * size, size]);
});

test('an answer that is cancelled is reported as far as it was read', async () => {
  const [one] = await reports(async () => {
    const reader = reportReceived(HUB, 'provider', pieces([5, 5]), HERE).body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }, 1);
  expect(one?.received).toBe(5);
});

test('an answer that breaks off breaks off here too, and is reported', async () => {
  let asked = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (asked++ === 0) controller.enqueue(new Uint8Array(6));
      else controller.error(new TypeError('network'));
    },
  });
  const [one] = await reports(async () => {
    const response = reportReceived(HUB, 'models', new Response(body), HERE);
    await expect(response.arrayBuffer()).rejects.toThrow('network');
  }, 1);
  expect(one?.received).toBe(6);
});

test('answers of the own origin, and such without a body, stay as they are', () => {
  const own = new Response('x');
  expect(reportReceived(`${HERE}/file`, 'models', own, HERE)).toBe(own);
  const none = new Response(null, { status: 204 });
  expect(reportReceived(HUB, 'models', none, HERE)).toBe(none);
});
