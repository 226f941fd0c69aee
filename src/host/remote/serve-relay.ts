import { appPath } from '#contract/app-path.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { servePort } from '#transport/port-serve.ts';
import { reportReceived } from '#transport/received-bytes.ts';
import { providerReason, reportSent } from '#transport/sent-requests.ts';
import {
  RELAY_FAILED,
  RELAY_GRANT,
  RELAY_METHOD,
  RELAY_PATH,
  RELAY_TARGET,
  toRelayFailure,
} from '#transport/server-relay.ts';
import { RELAY_PROBE, RelayError, type RelayPortMessage } from './relay-message.ts';
import { type RelayFetch, runCall } from './run-call.ts';
import { serveRun } from './run-port.ts';

/** Passes requests, or the requests of a task, on to the hosts that this thread's policy lists. */
export function handleMessage(message: RelayPortMessage): void {
  const { port } = message;
  if (message.type === 'open') {
    servePort(port, { epoch: 'relay', handle, control: (other) => other.close() });
    return;
  }
  serveRun(port, (signal) => runCall(message.call, fetchHere, signal)).catch(reportError);
}

const fetchHere: RelayFetch = async (url, { method = 'GET', headers, body, signal }, grant) => {
  const request = new Request(url, { method, headers, body, signal } as RequestInit);
  if (grant !== undefined) request.headers.set(RELAY_GRANT, grant);
  const response = await handle(request, null);
  const why = toRelayFailure(response.headers.get(RELAY_FAILED));
  // A policy without the host let nothing leave.
  if (why !== 'policy') reportSent(url, 'provider', body, providerReason(url));
  request.signal.throwIfAborted();
  if (why !== null) throw new RelayError(why);
  return response;
};

/** Origins that the policy of this thread refused. */
const refused = new Set<string>();
self.addEventListener('securitypolicyviolation', (event) => {
  const uri = 'blockedURI' in event ? String(event.blockedURI) : '';
  if (URL.canParse(uri)) refused.add(new URL(uri).origin);
});

async function handle(request: Request, blob: Blob | null): Promise<Response> {
  const { headers } = request;
  try {
    const through = headers.has(RELAY_GRANT);
    if (!through && headers.has(RELAY_PROBE)) return await probe(request);
    const answer = await (through ? sendThroughServer(request, blob) : send(request));
    return reportReceived(request.url, 'provider', answer);
  } catch {
    // The browser reports a violation in a separate task.
    await new Promise((resolve) => setTimeout(resolve));
    const why = refused.has(new URL(request.url).origin) ? 'policy' : 'network';
    return new Response(null, { status: 599, headers: { [RELAY_FAILED]: why } });
  }
}

/** Sends no cookies or referrer of this browser and follows no redirect. */
const PLAIN = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit;

function send(request: Request): Promise<Response> {
  // A path of this origin is never a configured host.
  if (new URL(request.url).origin === self.location.origin) throw new TypeError('Not a provider.');
  // No browser stores the answer of a POST, and with `no-store` it would ask for permission (OPTIONS) before each.
  const cache = request.method === 'POST' ? 'default' : 'no-store';
  return fetch(request, { ...PLAIN, mode: 'cors', cache });
}

/** Has the server of this page send it: for hosts that do not let pages read their answers. */
async function sendThroughServer(request: Request, blob: Blob | null): Promise<Response> {
  const { method, url, signal } = request;
  const headers = new Headers(request.headers);
  headers.set(RELAY_TARGET, url);
  headers.set(RELAY_METHOD, method);
  // Over HTTP/1.1 browsers send no streams.
  const body = method === 'POST' ? (blob ?? (await request.arrayBuffer())) : null;
  const init: RequestInit = { ...PLAIN, mode: 'cors', method: 'POST', headers, body, signal };
  return fetch(appPath(RELAY_PATH), init);
}

/** Whether the host answers although CORS hides the answer from this origin. */
async function probe({ url, signal }: Request): Promise<Response> {
  const init: RequestInit = { ...PLAIN, mode: 'no-cors', redirect: 'follow', cache: 'no-store' };
  await fetch(url, { ...init, signal });
  return new Response(null, { status: 204 });
}

allowOwnScripts();
