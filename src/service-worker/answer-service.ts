import { engineUnavailable } from '#contract/api-error.ts';
import { HostRefusedError, WireVersionError } from '#transport/open-connection.ts';
import type { PortUse } from '#transport/port-protocol.ts';
import { readBody } from '#transport/read-body.ts';
import { findHost } from './find-host.ts';
import { stayAwake } from './stay-awake.ts';

/** The answer of the models to a request for `/v1`; every failure is a response with a typed error. */
export async function forward(request: Request): Promise<Response> {
  // Read before anything is awaited: Firefox drops the body of a request that waited.
  const body = readBody(request);
  // `fetch` reports a failed read; without a host nothing awaits this promise.
  body.catch(() => {});
  try {
    const host = await findHost();
    if (host) {
      const answer = host.fetch(request, body);
      stayAwake(host);
      return await answer;
    }
    return unavailable('No open page runs the models. Open Alcove in a tab and try again.');
  } catch (error) {
    const isSentence = error instanceof WireVersionError || error instanceof HostRefusedError;
    if (!isSentence) reportError(error);
    return unavailable(
      isSentence ? error.message : 'The request could not be sent. Please try again.',
    );
  }
}

function unavailable(message: string): Response {
  return engineUnavailable(message).toResponse(crypto.randomUUID());
}

/** Hands a page's port to the host; closes it where there is none. */
export async function attach(as: PortUse, port: MessagePort): Promise<void> {
  const host = await findHost().catch(() => null);
  if (host) host.attach(as, port);
  else port.close();
}
