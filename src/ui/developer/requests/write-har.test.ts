import { expect, test } from 'vitest';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { writeHar, writeJsonl } from './write-har.ts';

const recorded = { row: FULL_ROWS.usage, exchange: FULL_ROWS.exchanges };
const bare = { row: { ...FULL_ROWS.usage, requestId: 'other', status: 429 }, exchange: undefined };

test('an archive has the fields that its format requires, also without recorded bodies', () => {
  const { log } = JSON.parse(writeHar([recorded, bare], 'http://localhost:4173', '1'));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Alcove', version: '1' } });
  for (const { startedDateTime, time, request, response, cache, timings } of log.entries) {
    expect(Date.parse(startedDateTime)).not.toBeNaN();
    expect(cache).toEqual({});
    const sum = timings.blocked + timings.send + timings.wait + timings.receive;
    expect(sum).toBeCloseTo(time, 3);
    for (const part of [request, response]) {
      expect(part).toMatchObject({ httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 });
      expect(Array.isArray(part.headers)).toBe(true);
    }
    expect(URL.canParse(request.url)).toBe(true);
    expect(response.content).toHaveProperty('mimeType');
  }
  expect(log.entries[0].request.postData.text).toBe('{"model":"alcove-guide"}');
  expect(log.entries[0]._events).toEqual([5]);
  expect(log.entries[1].response.status).toBe(429);
});

test('each line of JSONL is one request', () => {
  const lines = writeJsonl([recorded, bare]).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['q', 'other']);
  expect(JSON.parse(lines[0] ?? '').exchange.response.text).toBe('data: [DONE]');
});
