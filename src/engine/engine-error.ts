/** Why the engine could not do what it was asked; the API turns each into one answer. */
export type EngineErrorCode =
  | 'aborted'
  | 'queue-full'
  | 'context-exceeded'
  | 'not-supported'
  /** The model cannot do this whatever it is sent. */
  | 'not-compatible'
  | 'invalid-schema'
  | 'invalid-media'
  | 'load-failed'
  | 'slot-crashed'
  | 'runtime-failed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** An `EngineError` in a form that crosses threads. */
export interface EngineErrorData {
  code: EngineErrorCode;
  message: string;
}

export function toErrorData(error: unknown): EngineErrorData {
  if (error instanceof EngineError) return { code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'aborted', message: 'The request was aborted.' };
  }
  return {
    code: 'runtime-failed',
    message: error instanceof Error ? error.message : String(error),
  };
}
