import { AUDIO_CASES } from './audio-cases.ts';
import { CHAT_CASES } from './chat-cases.ts';
import { CHAT_REQUEST_CASES } from './chat-request-cases.ts';
import { checkingAnswers } from './check-answer.ts';
import { EMBEDDINGS_CASES } from './embeddings-cases.ts';
import { PATH_CASES } from './path-cases.ts';
import type { Case } from './try-case.ts';

/** The public cases of the contract (§4); each also checks every answer it gets by its schema. */
export const CASES: readonly Case[] = [
  ...PATH_CASES,
  ...CHAT_REQUEST_CASES,
  ...CHAT_CASES,
  ...EMBEDDINGS_CASES,
  ...AUDIO_CASES,
]
  .sort((a, b) => a.id.localeCompare(b.id))
  .map((one) => ({ ...one, run: (target) => one.run(checkingAnswers(target)) }));
