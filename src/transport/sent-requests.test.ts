import { afterEach, expect, test, vi } from 'vitest';
import { onSent, reportedFetch, reportSent, type SentRequest } from './sent-requests.ts';

vi.stubGlobal('self', { location: { origin: 'https://alcove.test' } });

const received: SentRequest[] = [];
const stop = onSent((request) => received.push(request));
afterEach(() => {
  received.length = 0;
});

test('a download of a model and a call of a provider are counted, with the bytes of address and body', async () => {
  const asked: unknown[] = [];
  const fetch = reportedFetch('models', async (input) => {
    asked.push(input);
    return new Response();
  });
  await fetch('https://hub.test/api/models/a');
  reportSent('https://provider.test/v1/chat/completions', 'provider', 'héllo', 'answer');
  await expect.poll(() => received.length).toBe(2);
  expect(asked).toEqual(['https://hub.test/api/models/a']);
  expect(received.map(({ host, by, why, bytes }) => [host, by, why, bytes])).toEqual([
    ['hub.test', 'models', 'description', 'https://hub.test/api/models/a'.length],
    ['provider.test', 'provider', 'answer', 'https://provider.test/v1/chat/completions'.length + 6],
  ]);
});

test('a request to the own origin, a file in memory and a bare path are not counted', async () => {
  const fetch = reportedFetch('models', async () => new Response());
  await fetch('https://alcove.test/models/alcove-guide/config.json');
  await fetch('/models/alcove-whisper/config.json');
  await fetch(new Request('https://alcove.test/v1/models'));
  await fetch('blob:https://alcove.test/1');
  await fetch('data:text/plain,x');
  // The marker arrives after all that was reported before it.
  reportSent('https://marker.test/', 'page');
  await expect.poll(() => received.at(-1)?.host).toBe('marker.test');
  expect(received).toHaveLength(1);
  stop();
});
