import type { TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { runRemote } from '#runtimes/remote/remote-runtime.ts';
import type { RelayFailure } from '#transport/server-relay.ts';
import { RelayError, type RemoteCall } from './relay-message.ts';

/** As `fetch` of a page. `grant`: the server of the page calls. @throws RelayError, AbortError */
export type RelayFetch = (url: string, init: RequestInit, grant?: string) => Promise<Response>;

/** Runs a task on a provider. @throws UpstreamError, EngineError */
export function runCall(
  { target, headers, via, grant, task }: RemoteCall,
  fetch: RelayFetch,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const ask = async (url: string, init: RequestInit) => {
    if (via === 'page') return fetch(url, init);
    if (grant === null) throw new RelayError('no-server');
    return fetch(url, init, grant);
  };
  const described = (url: string, init: RequestInit) =>
    ask(url, init).catch((error: unknown) => {
      const why = via === 'server' && error instanceof RelayError ? REASONS[error.why] : undefined;
      if (why === undefined) throw error;
      const message = `${target.name} could not be reached ${why}.`;
      throw new UpstreamError(message, { fault: 'unreachable' }, error);
    });
  return runRemote({ ...target, headers: async () => headers, fetch: described }, task, signal);
}

/** What the server of the page knows of a provider that it did not reach. */
const REASONS: Partial<Record<RelayFailure, string>> = {
  'no-server': 'because the server of this page is not connected (Developer, Connect)',
  'not-allowed': 'because the server of this page does not call that address',
  certificate: 'because its certificate is not trusted by the server of this page',
  name: 'because its name has no address that its label allows',
  refused: 'because nothing listens at its address',
  redirect: 'because it redirects to another address',
};
