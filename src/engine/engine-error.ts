/** Failures of the engine; the API maps each to one error. */
export type EngineErrorCode =
  | 'aborted'
  | 'queue-full'
  | 'context-exceeded'
  | 'not-supported'
  /** The model can never do this, for any input. */
  | 'not-compatible'
  | 'invalid-schema'
  | 'invalid-image'
  | 'load-failed'
  | 'slot-crashed'
  | 'runtime-failed'
  /** Another server failed: an `UpstreamError`. */
  | 'upstream-failed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  /** The part of the task to blame, as the chat endpoint names it: `messages[2]`; null where unknown. */
  readonly param: string | null;

  constructor(code: EngineErrorCode, message: string, cause?: unknown, param?: string | null) {
    super(message, { cause });
    this.code = code;
    this.param = param ?? null;
  }
}

/** An `EngineError` in a form that crosses threads. */
export interface EngineErrorData {
  code: EngineErrorCode;
  message: string;
  param: string | null;
}

export function fromErrorData({ code, message, param }: EngineErrorData): EngineError {
  return new EngineError(code, message, undefined, param);
}

export function toErrorData(error: unknown): EngineErrorData {
  if (error instanceof EngineError) {
    const { code, message, param } = error;
    return { code, message, param };
  }
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'aborted', message: 'The request was aborted.', param: null };
  }
  return {
    code: 'runtime-failed',
    message: error instanceof Error ? error.message : String(error),
    param: null,
  };
}

/** Whether a failure means that the runtime itself is broken and must be replaced. */
export function isFatal(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'slot-crashed';
}
