import { appPath, BASE } from '#contract/app-path.ts';
import { isServicePath } from '#contract/paths.ts';
import { BRIDGE_FILE } from '#transport/bridge-messages.ts';
import { DEPLOYMENT_FILE } from '#transport/provider-control.ts';

export type Route =
  /** Answered by a model. */
  | 'service'
  /** Answered by the server alone, and by us when there is none. */
  | 'server'
  /** Fetched, then given the headers that isolate the page. */
  | 'isolate'
  /** None of our business. */
  | 'pass';

interface Seen {
  url: string;
  mode: string;
  destination: string;
}

/** Files that only the server knows. */
const SERVER_FILES: ReadonlySet<string> = new Set([appPath(BRIDGE_FILE), appPath(DEPLOYMENT_FILE)]);

/** What the service worker does with a request of one of its pages. */
export function routeRequest({ url, mode, destination }: Seen, origin: string): Route {
  const target = new URL(url);
  if (target.origin !== origin) return 'pass';
  if (isServicePath(target.pathname, BASE)) return 'service';
  if (SERVER_FILES.has(target.pathname)) return 'server';
  const needsHeaders = mode === 'navigate' || /^(shared)?worker$/.test(destination);
  return needsHeaders ? 'isolate' : 'pass';
}
