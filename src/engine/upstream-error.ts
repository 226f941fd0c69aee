import { EngineError } from './engine-error.ts';

/** How a call of another server failed. */
export type UpstreamFault =
  /** No connection, an untrusted certificate, or no permission for this origin: a browser does not say which. */
  | 'unreachable'
  /** No answer, or no more of it, in time. */
  | 'timeout'
  /** It answered with its own status. */
  | 'status'
  /** Its answer violates the API. */
  | 'invalid'
  /** Its answer is larger than we read. */
  | 'too-large'
  /** Its budget of a day, or its requests of a minute, are used up: it was not asked. */
  | 'budget'
  /** The answer broke off after the client had seen a part of it. */
  | 'lost';

export interface UpstreamFacts {
  fault: UpstreamFault;
  /** HTTP status; null where there was none. */
  status?: number | null;
  /** The server's own error code. */
  code?: string | null;
  /** Milliseconds that the server asks to wait. */
  retryAfterMs?: number | null;
  /** Whether the prompt is longer than the model's context. */
  isContext?: boolean;
  param?: string | null;
}

/** A failure of a server that answers for this service. Its message quotes the server's. */
export class UpstreamError extends EngineError {
  readonly fault: UpstreamFault;
  readonly status: number | null;
  readonly upstreamCode: string | null;
  readonly retryAfterMs: number | null;
  readonly isContext: boolean;

  constructor(message: string, facts: UpstreamFacts, cause?: unknown) {
    super('upstream-failed', message, cause, facts.param ?? null);
    this.fault = facts.fault;
    this.status = facts.status ?? null;
    this.upstreamCode = facts.code ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.isContext = facts.isContext ?? false;
  }

  /** Whether another server may do better: never where the request itself was refused. */
  get isRetryable(): boolean {
    if (this.fault === 'lost') return false;
    if (this.fault !== 'status') return true;
    const status = this.status ?? 0;
    return status >= 500 || [408, 409, 425, 429].includes(status);
  }
}
