import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

/** A streamed answer that continues until it is cancelled. */
function endless(event: object) {
  let cancelled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
    cancel: () => void cancelled++,
  });
  return { response: new Response(body), cancels: () => cancelled };
}

test('a reader that leaves early ends the request', async () => {
  const { response, cancels } = endless({ text: 'on' });
  for await (const event of readEvents(response)) {
    expect(event).toEqual({ text: 'on' });
    break;
  }
  expect(cancels()).toBe(1);
});

test('an error among the events ends the request', async () => {
  const { response, cancels } = endless({ error: { message: 'No.', code: 'failed' } });
  await expect(readEvents(response).next()).rejects.toThrow('No.');
  expect(cancels()).toBe(1);
});
