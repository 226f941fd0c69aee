import { type EngineErrorData, fromErrorData, toErrorData } from '#engine/engine-error.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError, type UpstreamFacts } from '#engine/upstream-error.ts';
import type { RemoteTarget } from '#runtimes/remote/remote-target.ts';
import type { RelayFailure } from '#transport/server-relay.ts';

/** A task for a provider, with all that its thread needs. */
export interface RemoteCall {
  target: Omit<RemoteTarget, 'headers' | 'fetch'>;
  headers: Record<string, string>;
  via: 'page' | 'server';
  /** Proves to the server of the page that the call is from this tab; null where it calls nothing for it. */
  grant: string | null;
  task: Task;
}

export type RelayPortMessage =
  /** Forwards requests as they are. */
  | { type: 'open'; port: MessagePort }
  /** Runs one task; its events come over the port. */
  | { type: 'run'; port: MessagePort; call: RemoteCall };

/** Of a run, to the host. The next batch waits until an earlier one was read. */
export type RunMessage =
  | { type: 'events'; events: TaskEvent[]; isLast: boolean }
  | { type: 'failed'; error: RunErrorData; isStale: boolean };
/** Of the host, to a run. */
export type RunControl = 'more' | 'cancel';

type RunErrorData =
  | { engine: EngineErrorData; upstream: null }
  | { engine: null; upstream: UpstreamFacts & { message: string } };

export function toRunError(error: unknown): RunErrorData {
  if (!(error instanceof UpstreamError)) return { engine: toErrorData(error), upstream: null };
  const { message, fault, status, upstreamCode: code, retryAfterMs, isContext, param } = error;
  return {
    engine: null,
    upstream: { message, fault, status, code, retryAfterMs, isContext, param },
  };
}

export function fromRunError({ engine, upstream }: RunErrorData): Error {
  return upstream ? new UpstreamError(upstream.message, upstream) : fromErrorData(engine);
}

/** Header of a request that only tests whether a host answers at all. */
export const RELAY_PROBE = 'x-alcove-relay-probe';

/**
 * A host was not reached. `policy`: the relay was started without the policy that lists it, before the service
 * worker answered its script.
 */
export class RelayError extends TypeError {
  override readonly name = 'RelayError';
  readonly why: RelayFailure;

  constructor(why: RelayFailure) {
    super('The host could not be reached.');
    this.why = why;
  }
}
