/** A failed answer of `/v1`, in words for a person. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly requestId: string | null;
  readonly code: string | null;

  constructor(message: string, code: string | null = null, requestId: string | null = null) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}
