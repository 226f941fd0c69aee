import { isRecord } from '#base/guards.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { runAs } from '#catalog/onnx-families.ts';

const MAX_TEXT = 300;

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Whether this version can run a model by its card: a server or a pack of another version may describe it in another way. */
export function isCard(value: unknown): value is ModelCard {
  if (!isRecord(value)) return false;
  const { task, runtime, family, can, languages, source } = value;
  const texts = ['id', 'title', 'summary', 'owner', 'licence'].every((name) => isText(value[name]));
  const counts = ['contextTokens', 'completionTokens', 'downloadBytes', 'memoryBytes', 'parallel'];
  const isKnown =
    family === undefined ||
    (typeof family === 'string' && runAs(family, { makesVectors: task === 'embeddings' }) !== null);
  return (
    texts &&
    counts.every((name) => isCount(value[name])) &&
    runtime === 'transformers' &&
    isKnown &&
    isRecord(can) &&
    Array.isArray(languages) &&
    languages.every(isText) &&
    isRecord(source) &&
    isText(source['repository'])
  );
}
