import type { Provider } from '#contract/providers.ts';
import type { ProviderTest } from '#transport/provider-control.ts';
import type { RelayFailure } from '#transport/server-relay.ts';
import { RELAY_PROBE, RelayError } from './relay-message.ts';

const TIMEOUT_MS = 10_000;
/** Characters of a list of models that are read. */
const MAX_LIST = 4_000_000;
const MAX_MODELS = 200;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Tested = Pick<Provider, 'baseUrl' | 'via'>;

interface Reached {
  status: number;
  text: string;
}

/** Asks a provider for its models; where that fails, finds out why as precisely as a browser, or its server, can. */
export async function testConnection(
  provider: Tested,
  headers: Record<string, string>,
  fetch: Fetch,
  page: { protocol: string; hostname: string } = self.location,
): Promise<ProviderTest> {
  const { baseUrl, via } = provider;
  const { protocol, hostname } = new URL(baseUrl);
  const isMixed = page.protocol === 'https:' && protocol === 'http:' && !isLoopback(hostname);
  if (via === 'page' && isMixed) return { state: 'mixed-content', models: [] };
  const reached = await get(`${baseUrl}/models`, headers, fetch);
  if (typeof reached === 'string') return whyUnreached(reached, provider, page, fetch);
  const { status, text } = reached;
  if (status === 401 || status === 403) return { state: 'unauthorized', status, models: [] };
  const models = status === 200 ? readModels(text) : null;
  if (models) return { state: 'ok', models };
  if (status !== 200 && status !== 404 && status !== 405) {
    return { state: 'status', status, models: [] };
  }
  // The address of the server, without the path that its API is under.
  const suggestion = `${new URL(baseUrl).origin}/v1`;
  if (suggestion !== baseUrl && (await isApi(suggestion, headers, fetch))) {
    return { state: 'wrong-path', status, suggestion, models: [] };
  }
  return { state: status === 200 ? 'not-api' : 'wrong-path', status, models: [] };
}

async function isApi(baseUrl: string, headers: Record<string, string>, fetch: Fetch) {
  const reached = await get(`${baseUrl}/models`, headers, fetch);
  if (typeof reached === 'string') return false;
  return reached.status === 401 || readModels(reached.text) !== null;
}

async function whyUnreached(
  why: RelayFailure,
  { baseUrl, via }: Tested,
  page: { hostname: string },
  fetch: Fetch,
): Promise<ProviderTest> {
  if (why === 'policy') return { state: 'needs-reload', models: [] };
  if (via === 'server') return { state: BY_SERVER[why] ?? 'unreachable', models: [] };
  const answers = await get(`${baseUrl}/models`, { [RELAY_PROBE]: '1' }, fetch);
  if (typeof answers !== 'string') return { state: 'cors', models: [] };
  const isNear = isPrivate(new URL(baseUrl).hostname) && !isPrivate(page.hostname);
  return { state: isNear ? 'local-network' : 'unreachable', models: [] };
}

/** Causes that a server sees and browsers do not report. */
const BY_SERVER: Partial<Record<RelayFailure, ProviderTest['state']>> = {
  'no-server': 'no-server',
  certificate: 'certificate',
  name: 'unknown-name',
  refused: 'refused',
  redirect: 'redirect',
};

async function get(
  url: string,
  headers: Record<string, string>,
  fetch: Fetch,
): Promise<Reached | RelayFailure> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers, signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (reader && text.length < MAX_LIST) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    reader?.cancel().catch(() => {});
    return { status: response.status, text };
  } catch (error) {
    return error instanceof RelayError ? error.why : 'network';
  }
}

/** The models of a list; null if the answer is not a list. vLLM and SGLang name the length of the context. */
function readModels(text: string): ProviderTest['models'] | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.slice(0, MAX_MODELS).flatMap((item: Record<string, unknown> | null) => {
      const id = item?.['id'];
      if (typeof id !== 'string' || id.length > 200) return [];
      const context = item?.['max_model_len'] ?? item?.['context_length'];
      const isCount = Number.isInteger(context) && (context as number) > 0;
      return [{ id, context: isCount ? (context as number) : null }];
    });
  } catch {
    return null;
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** Addresses of this machine and of local networks, which browsers ask about before public pages reach them. */
function isPrivate(host: string): boolean {
  return (
    isLoopback(host) ||
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) ||
    /^\[f[cde]/.test(host) ||
    /\.(local|lan|internal|home\.arpa)$/.test(host)
  );
}
