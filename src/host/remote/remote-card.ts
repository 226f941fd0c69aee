import type { ModelCard } from '#catalog/model-card.ts';
import type { Provider, RemoteModel } from '#contract/providers.ts';

/** A provider's model as the service lists it: `lab/big`. */
export function remoteCard(provider: Provider, model: RemoteModel): ModelCard {
  const can = (ability: RemoteModel['can'][number]) => model.can.includes(ability);
  const isSpeech = model.task === 'speech';
  return {
    id: remoteId(provider, model),
    title: `${model.id} · ${provider.name}`,
    summary: `Answered by ${provider.name}, beyond this device.`,
    task: model.task,
    runtime: 'remote',
    owner: provider.id,
    licence: 'unknown',
    contextTokens: model.context,
    completionTokens: model.task === 'chat' ? model.maxOutput : 0,
    downloadBytes: 0,
    memoryBytes: 0,
    created: 0,
    can: {
      tools: can('tools'),
      json: can('json_schema'),
      images: can('images'),
      audio: can('audio'),
      logprobs: can('logprobs'),
      timestamps: isSpeech && can('timestamps'),
      words: isSpeech && can('words'),
      prompt: isSpeech,
    },
    ...(model.dimensions && { dimensions: model.dimensions }),
    // An empty list is unknown; a speech model without translation knows its language alone.
    languages: isSpeech && !can('translation') ? ['en'] : [],
    device: 'wasm',
    parallel: provider.limits.parallel,
  };
}

export const remoteId = ({ id }: Provider, model: RemoteModel): string => `${id}/${model.id}`;
