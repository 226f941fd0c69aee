import { expect, test } from 'vitest';
import { type Aliases, withAliases } from './aliases.ts';
import { EMBEDDED_MODELS } from './embedded-models.ts';
import { type ModelCard, shownId } from './model-card.ts';
import { ONNX_MODELS } from './onnx-models.ts';
import { SCRIPTED_MODELS } from './scripted-models.ts';

const aliasCards = (models: readonly ModelCard[], aliases: Aliases) =>
  [...withAliases(models, aliases)].slice(models.length);

const turbo = ONNX_MODELS.filter((card) => card.title === 'Whisper large v3 turbo');

test('an alias of a task is answered by the largest model that is here', () => {
  const aliases = { 'Whisper-Large-v3': 'speech' };
  expect(aliasCards(EMBEDDED_MODELS, aliases).map((c) => [shownId(c), c.id])).toEqual([
    ['Whisper-Large-v3', 'alcove-whisper'],
  ]);
  const [card] = aliasCards([...EMBEDDED_MODELS, ...turbo], aliases);
  expect(card?.id).toBe('onnx-community/whisper-large-v3-turbo');
});

test('an alias may name a model; one that nothing answers is not listed', () => {
  expect(aliasCards(EMBEDDED_MODELS, { small: 'alcove-embed' })[0]?.id).toBe('alcove-embed');
  expect(aliasCards(EMBEDDED_MODELS, { 'Audio-7B-Instruct': 'audio-chat' })).toEqual([]);
  expect(aliasCards(SCRIPTED_MODELS, { any: 'chat' })).toEqual([]);
});

test('the models come first, and a model goes before an alias of the same id', () => {
  const all = [...withAliases(EMBEDDED_MODELS, { small: 'speech' })];
  expect(all.slice(0, -1)).toEqual(EMBEDDED_MODELS);
  expect(aliasCards(EMBEDDED_MODELS, { 'alcove-guide': 'speech' })).toEqual([]);
});
