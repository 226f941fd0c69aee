/** What a model is for, in a word or two. */
export const TASKS = {
  chat: 'Chat',
  embeddings: 'Embeddings',
  speech: 'Speech to text',
  'audio-chat': 'Chat about audio',
} as const;
