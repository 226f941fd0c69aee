/** Ids of the models without weights, by the task of the conformance cases. */
export const SCRIPTED = {
  chat: 'scripted-chat',
  vision: 'scripted-vision',
  embed: 'scripted-embed',
  speech: 'scripted-speech',
  audio: 'scripted-Audio-7B-Instruct',
  script: 'scripted-chat',
};
