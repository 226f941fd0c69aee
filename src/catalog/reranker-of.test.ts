import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from './embedded-models.ts';
import { rerankerOf } from './reranker-of.ts';

const GERMAN = 'Wie hoch ist die Kaution und wann wird sie nach dem Auszug zurückgezahlt?';

test('English passages are read by the cross-encoder that ships, others by one that knows their language', () => {
  const shipped = rerankerOf(EMBEDDED_MODELS, 'How high is the deposit?', 'The deposit is 900.');
  expect(shipped?.id).toBe('alcove-rerank');
  expect(rerankerOf(EMBEDDED_MODELS, GERMAN)).toBeNull();
  expect(rerankerOf(EMBEDDED_MODELS, 'How high is the deposit?', GERMAN)).toBeNull();
  const own = { id: 'own', task: 'rerank' as const, languages: [] };
  expect(rerankerOf([...EMBEDDED_MODELS, own], GERMAN)).toBe(own);
});

test('the one that a person installed last is theirs', () => {
  const own = { id: 'own', task: 'rerank' as const, languages: [] };
  expect(rerankerOf([...EMBEDDED_MODELS, own], 'How high is the deposit?')).toBe(own);
});
