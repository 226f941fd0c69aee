import { expect, test } from 'vitest';
import type { UsageRow } from '#storage/service-records.ts';
import { explainRequest } from './explain-request.ts';

const quick: UsageRow = {
  id: 1,
  at: 1,
  requestId: 'q',
  keyId: 'k',
  model: 'm',
  endpoint: 'chat',
  status: 200,
  errorCode: null,
  promptTokens: 1_200,
  completionTokens: 41,
  queueSeconds: 0,
  firstTokenSeconds: 0.1,
  totalSeconds: 0.3,
};

test.each([
  [{}, 'Answered in 0.30 s.'],
  [{ loadSeconds: 6, totalSeconds: 2 }, /loading the model took 6\.0 s \(75%\)/i],
  [{ queueSeconds: 3, totalSeconds: 4 }, /waited 3\.0 s \(75%\) .*other requests/i],
  [{ firstTokenSeconds: 3, totalSeconds: 4, cachedTokens: 200 }, /1,200 tokens.* 200 /],
  [{ firstTokenSeconds: 0, totalSeconds: 4 }, /41 tokens.* 10 tokens a second/],
  [{ firstTokenSeconds: 0, totalSeconds: 4, completionTokens: 0 }, /4\.0 s \(100%\)/],
  [{ finish: 'length' }, /reached its maximum/],
  [{ tried: 'lab(503)' }, /lab\(503\)/],
  [{ status: 499, errorCode: 'client_closed_request' }, /closed the connection/],
  [{ status: 429, errorCode: 'insufficient_quota' }, /limit/],
  [{ status: 400, errorCode: 'invalid_type' }, /^Refused.*invalid_type/],
  [{ status: 502, errorCode: 'upstream_lost' }, /provider.*upstream_lost/],
  [{ status: 500, errorCode: null }, /500/],
] as const)('a request with %j is explained', (changes, sentence) => {
  expect(explainRequest({ ...quick, ...changes })).toMatch(sentence);
});
