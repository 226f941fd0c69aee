import type { AudioProblem } from '#contract/answers/error-answer.ts';

/** A failed answer of `/v1`, in words for a person. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly requestId: string | null;
  readonly code: string | null;
  /** Why a file gave no sound, where that is why it failed. */
  readonly audio: AudioProblem | null;

  constructor(
    message: string,
    code: string | null = null,
    requestId: string | null = null,
    audio: AudioProblem | null = null,
  ) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.audio = audio;
  }
}
