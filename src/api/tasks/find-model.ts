import type { Call } from '#api/call/call.ts';
import { type ModelCard, type ModelTask, shownId } from '#catalog/model-card.ts';
import { type Capability, notCompatible } from '#contract/errors.ts';
import { modelNotDownloaded, modelNotFound } from '#contract/service-errors.ts';

/** The card of an id; `openai/<id>` and `<id>:latest` find `<id>`, as some clients write them. */
export function findModel(models: Iterable<ModelCard>, id: string): ModelCard | null {
  const bare = id.replace(/^openai\//, '').replace(/:latest$/, '');
  let found: ModelCard | null = null;
  for (const card of models) {
    const shown = shownId(card);
    if (shown === id) return card;
    if (shown === bare) found ??= card;
  }
  return found;
}

/** @throws ApiError `model_not_found`, `model_not_compatible`. */
export function requireModel(
  call: Call,
  id: string,
  tasks: readonly ModelTask[],
  capability: Capability,
): ModelCard {
  const card = findModel(call.api.models(), id);
  if (!card) {
    throw findModel(call.api.available(), id) ? modelNotDownloaded(id) : modelNotFound(id);
  }
  call.usage.model = card.id;
  if (!tasks.includes(card.task)) throw notCompatible(card.id, capability);
  return card;
}

/** A model as `/v1/models` shows it. `isReady`: whether it answers, or could be downloaded. */
export function toModelObject(card: ModelCard, isReady: boolean) {
  return {
    id: shownId(card),
    object: 'model' as const,
    owned_by: card.owner,
    context_length: card.contextTokens,
    max_completion_tokens: card.completionTokens,
    pricing: { prompt: '0.00000000', completion: '0.00000000' },
    created: card.created,
    ...abilitiesOf(card),
    sn_metadata: {
      task: card.task,
      runtime: card.runtime,
      size_bytes: card.downloadBytes,
      licence: card.licence,
      state: isReady ? 'ready' : 'available',
      languages: [...card.languages],
      ...(card.voices ? { voices: [...card.voices] } : {}),
      ...(card.alias === undefined ? {} : { answered_by: card.id }),
    },
  };
}

const CAPABILITIES = {
  chat: 'completion',
  'audio-chat': 'completion',
  embeddings: 'embedding',
  rerank: 'rerank',
  speech: 'transcription',
  voice: 'speech',
  speakers: 'diarization',
  ocr: 'ocr',
} as const;

function inputsOf({ task, can }: Pick<ModelCard, 'task' | 'can'>): string[] {
  const isOfSpeech = task === 'speech' || task === 'speakers';
  const takesAudio = isOfSpeech || task === 'audio-chat' || can.audio === true;
  const takesImages = task === 'ocr' || can.images === true;
  return [
    ...(isOfSpeech || task === 'ocr' ? [] : ['text']),
    ...(takesImages ? ['image'] : []),
    ...(takesAudio ? ['audio'] : []),
  ];
}

/** What a model takes and gives, in the words of OpenRouter (`architecture`, `supported_parameters`) and Ollama (`capabilities`). */
function abilitiesOf({ task, can }: ModelCard) {
  const isChat = task === 'chat' || task === 'audio-chat';
  const inputs = inputsOf({ task, can });
  const outputs = {
    embeddings: 'embeddings',
    rerank: 'scores',
    speech: 'text',
    voice: 'audio',
    speakers: 'text',
    ocr: 'text',
  } as const;
  const sampling = 'max_tokens temperature top_p top_k min_p stop seed presence_penalty';
  const parameters = [
    ...`${sampling} frequency_penalty logit_bias`.split(' '),
    ...(can.tools ? ['tools', 'tool_choice', 'parallel_tool_calls'] : []),
    ...(can.json ? ['response_format', 'structured_outputs'] : []),
    ...(can.logprobs ? ['logprobs', 'top_logprobs'] : []),
  ];
  const capabilities = [
    CAPABILITIES[task],
    can.tools && 'tools',
    can.images && 'vision',
    isChat && inputs.includes('audio') && 'audio',
    can.json && 'structured_outputs',
  ];
  return {
    architecture: {
      input_modalities: inputs,
      output_modalities: [isChat ? 'text' : outputs[task]],
    },
    supported_parameters: isChat ? parameters : [],
    capabilities: capabilities.filter((name) => typeof name === 'string'),
  };
}

/** The same in Anthropic's words. */
export function toAnthropicModel(card: ModelCard) {
  const created_at = new Date(card.created * 1_000).toISOString();
  return { type: 'model' as const, id: shownId(card), display_name: card.title, created_at };
}
