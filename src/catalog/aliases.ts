import type { ModelCard } from './model-card.ts';
import { traitsOf } from './runtimes.ts';

/** Well-known model ids of clients, each with the model that answers: its id, or a task for the best model of it. */
export type Aliases = Readonly<Record<string, string>>;

/** Ids of the hosted services that clients are written for. */
export const DEFAULT_ALIASES: Aliases = {
  'Whisper-Large-v3': 'speech',
  'whisper-1': 'speech',
  'E5-Mistral-7B-Instruct': 'embeddings',
  'text-embedding-3-small': 'embeddings',
  'Qwen2-Audio-7B-Instruct': 'audio-chat',
  'Meta-Llama-3.1-8B-Instruct': 'chat',
  'gpt-4o-mini': 'chat',
  'rerank-v3.5': 'rerank',
};

/**
 * The models, then a card for each alias that something can answer, in the order of the aliases. A model
 * that has the id itself takes precedence over any alias.
 */
export function* withAliases(
  models: readonly ModelCard[],
  aliases: Aliases,
): Generator<ModelCard, void> {
  yield* models;
  for (const [alias, target] of Object.entries(aliases)) {
    if (models.some((card) => card.id === alias)) continue;
    const card = models.find((m) => m.id === target) ?? best(models, target);
    if (card) yield { ...card, alias };
  }
}

/** The largest model of a task: downloaded models take precedence over embedded ones. */
function best(models: readonly ModelCard[], task: string): ModelCard | undefined {
  const found = largest(models, task);
  // Vectors rank documents where no cross-encoder is installed.
  return found ?? (task === 'rerank' ? largest(models, 'embeddings') : undefined);
}

function largest(models: readonly ModelCard[], task: string): ModelCard | undefined {
  return models
    .filter((card) => !traitsOf(card).isScripted && does(card, task))
    .sort((a, b) => (b.parameters ?? 0) - (a.parameters ?? 0))[0];
}

function does(card: ModelCard, task: string): boolean {
  return card.task === task || (task === 'audio-chat' && card.can.audio === true);
}
