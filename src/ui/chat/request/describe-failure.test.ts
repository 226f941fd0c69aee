import { expect, test } from 'vitest';
import { internalError } from '#contract/service-errors.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { describeAnswerFailure, outcomeOf, splitFailure } from './describe-failure.ts';

/** Messages that people have met in a chat. */
const EXCEPTIONS = [
  "The model stopped: alcove-guide: TypeError: Cannot read properties of undefined (reading 'tokenizer_class') Please try again.",
  'The model stopped: ModelFileNotFoundError: `local_files_only=true` or `env.allowRemoteModels=false` Please try again.',
  'The model stopped: RangeError at worker.js:12:9 Please try again.',
];

test('no exception text is in the sentence of a failed answer', () => {
  for (const message of EXCEPTIONS) {
    const error = new AnswerError(message, 'engine_unavailable', 'abc');
    const { sentence, details } = splitFailure(describeAnswerFailure(error, 'Guide', true));
    expect(sentence).toBe('Guide stopped. Try again, or choose another model.');
    expect(details).toBe(`${message} · request abc`);
  }
});

test('a chat names the model that failed, not a server', () => {
  const { message, code } = internalError(null);
  const failed = describeAnswerFailure(new AnswerError(message, code, null), 'Guide', true);
  const { sentence, details } = splitFailure(failed);
  expect(sentence).toBe('Guide could not answer this. Try again, or change the message.');
  expect(details).toBe(message);
});

test('without a network the message names the missing connection and when to retry', () => {
  const error = new AnswerError(EXCEPTIONS[1] ?? '', 'engine_unavailable', null);
  const { sentence } = splitFailure(describeAnswerFailure(error, 'Guide', false));
  expect(sentence).toContain('Guide is not stored on this device yet');
});

test('a sentence of the service stays, and the id of the request is a detail', () => {
  const error = new AnswerError('The queue of this model is full.', 'queue_full', 'abc');
  const { sentence, details } = splitFailure(describeAnswerFailure(error, 'Guide', true));
  expect(sentence).toBe('The queue of this model is full.');
  expect(details).toBe('request abc');
});

test('an answer that threw was stopped, or failed with the title of its model', async () => {
  const { ports } = await createTestPorts();
  const card = ports.models.list().find(({ id, title }) => id !== title);
  const error = new AnswerError(EXCEPTIONS[0] ?? '', 'engine_unavailable', null);
  const { signal } = new AbortController();
  const failed = outcomeOf(ports, card?.id ?? '', error, signal);
  expect(failed.state).toBe('failed');
  expect(failed.error).toContain(card?.title);
  expect(outcomeOf(ports, 'gone', error, signal).error).toContain('gone');
  expect(outcomeOf(ports, 'gone', error, AbortSignal.abort())).toEqual({ state: 'stopped' });
});
