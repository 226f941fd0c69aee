import type { ModelView } from '#contract/model-view.ts';
import { modelsText } from '#ui/messages/models.ts';

const TEXTS = {
  chat: 'chat',
  embeddings: 'embeddings',
  speech: 'speech',
  'audio-chat': 'audioChat',
  rerank: 'rerank',
  voice: 'voice',
} as const;

/** What a model is for, in a word or two. */
export function taskName(task: ModelView['task']): string {
  return modelsText[TEXTS[task]];
}
