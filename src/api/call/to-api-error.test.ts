import { expect, test } from 'vitest';
import {
  EngineError,
  type EngineErrorCode,
  fromErrorData,
  toErrorData,
} from '#engine/engine-error.ts';
import { toApiError } from './to-api-error.ts';

const answers: [EngineErrorCode, string | null, number, string, string | null][] = [
  ['queue-full', null, 429, 'queue_full', null],
  ['not-compatible', null, 400, 'model_not_compatible', 'model'],
  ['not-supported', null, 400, 'invalid_value', 'messages'],
  ['not-supported', 'tool_choice', 400, 'invalid_value', 'tool_choice'],
  ['invalid-schema', null, 400, 'invalid_json_schema', 'response_format'],
  ['invalid-schema', 'tools', 400, 'invalid_json_schema', 'tools'],
  ['invalid-image', 'messages[2]', 400, 'invalid_image_url', 'messages[2]'],
  ['slot-crashed', null, 503, 'engine_unavailable', null],
  ['load-failed', null, 503, 'engine_unavailable', null],
  ['runtime-failed', null, 500, 'internal_server_error', null],
];

test.each(answers)('%s about %s is answered with %i %s', (code, about, status, expected, param) => {
  // As it comes from a slot: across a thread.
  const data = structuredClone(toErrorData(new EngineError(code, 'Why.', undefined, about)));
  const error = toApiError(fromErrorData(data));
  expect([error.status, error.code, error.param]).toEqual([status, expected, param]);
});

test('the error of a refused schema contains no name that the client did not send', () => {
  const error = toApiError(new EngineError('invalid-schema', "'x' is too deep."));
  expect(error.message).toBe("Invalid schema: 'x' is too deep.");
});
