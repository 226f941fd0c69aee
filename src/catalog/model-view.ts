import type { ModelView } from '#contract/model-view.ts';
import type { ModelCard } from './model-card.ts';

/** Parameters below which models run into nonsense at the usual temperature, and into loops (docs/pull.md). */
export const SMALL_PARAMETERS = 1e9;

/** Of the chats that our own loop writes. */
const isSmall = ({ task, runtime, parameters = SMALL_PARAMETERS }: ModelCard) =>
  task === 'chat' && runtime === 'transformers' && parameters < SMALL_PARAMETERS;

/** The properties of a card that people choose by. */
export function toModelView(card: ModelCard): ModelView {
  const { tools, json, images, audio } = card.can;
  return {
    id: card.id,
    title: card.title,
    summary: card.summary,
    task: card.task,
    licence: card.licence,
    contextTokens: card.contextTokens,
    completionTokens: card.completionTokens,
    downloadBytes: card.downloadBytes,
    memoryBytes: card.memoryBytes,
    dimensions: card.dimensions ?? [],
    languages: card.languages,
    ...(card.voices === undefined ? {} : { voices: card.voices }),
    ...(card.revision === undefined ? {} : { revision: card.revision }),
    ...(card.temperature === undefined ? {} : { temperature: card.temperature }),
    ...(isSmall(card) && { repeatsItself: true as const }),
    ...(card.scope === undefined ? {} : { scope: card.scope }),
    ...(card.runtime === 'browser' && { isBrowsers: true as const }),
    can: {
      tools: tools === true,
      json: json === true,
      images: images === true,
      audio: audio === true,
    },
  };
}
