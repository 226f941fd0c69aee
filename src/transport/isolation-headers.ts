/** What the pages and workers may ask of the network: this origin, nothing else. */
const OWN_ORIGIN = "connect-src 'self'";
/** Origins of the download worker: the model hub, and the host of WebLLM's libraries. */
const MODEL_HOSTS = [
  OWN_ORIGIN,
  'https://huggingface.co',
  'https://*.huggingface.co',
  'https://*.hf.co',
  'https://raw.githubusercontent.com',
].join(' ');

const policy = (connect: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    connect,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/**
 * What every page and worker script of Alcove is served with. Cross-origin isolation gives wasm its
 * threads; the policy lets nothing run or load that did not come with the app.
 */
export const ISOLATION_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': policy(OWN_ORIGIN),
};

/** The same for the worker that downloads models: neither pages nor models share its way out. */
export const DOWNLOAD_HEADERS: Readonly<Record<string, string>> = {
  ...ISOLATION_HEADERS,
  'content-security-policy': policy(MODEL_HOSTS),
};

/**
 * The same for the page on which a person answers a site that opened it: with the other policy it would be cut off from
 * that site. It still cannot be put into a frame.
 */
export const CONSENT_HEADERS: Readonly<Record<string, string>> = {
  ...ISOLATION_HEADERS,
  'cross-origin-opener-policy': 'unsafe-none',
};

/** Whether a path is the page of consent: any other one of that name is the app. The build has no base when it reads this file. */
const isConsentPage = (path: string): boolean => path === `${__BASE__}connect`;

const RELAY_SCRIPT = /\/relay-worker[^/]*\.(?:js|ts)$/;

/** Whether a path is the script of the worker that calls providers. */
export function isRelayScript(path: string): boolean {
  return RELAY_SCRIPT.test(path);
}

/** Whether a path is the script of the worker that downloads models. */
export function isDownloadScript(path: string): boolean {
  return /\/download-worker[^/]*\.(?:js|ts)$/.test(path);
}

/**
 * The relay's script with a policy that lists the configured hosts, and nothing else beyond this origin. `origins`
 * must come from `providerOrigin`. Without this answer, from a plain static host, it reaches no provider at all.
 * `probes`: whether the browser lets it ask hosts that do not expect it, to say why one does not answer.
 */
export function withRelayHeaders(
  response: Response,
  origins: readonly string[],
  { probes }: { probes: boolean },
): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION_HEADERS)) headers.set(name, value);
  headers.set('content-security-policy', policy([OWN_ORIGIN, ...origins].join(' ')));
  headers.set('cache-control', 'no-store');
  if (probes) headers.set('cross-origin-embedder-policy', 'credentialless');
  return new Response(response.body, { status, statusText, headers });
}

/** The headers of a file by its path. */
function headersOf(path: string): Readonly<Record<string, string>> {
  if (isConsentPage(path)) return CONSENT_HEADERS;
  return isDownloadScript(path) ? DOWNLOAD_HEADERS : ISOLATION_HEADERS;
}

/**
 * An answer with the headers of its path: the same object if it has them, because browsers cache compiled code
 * only for responses that were not rebuilt.
 */
export function withHeaders(path: string, response: Response): Response {
  if (response.type === 'opaqueredirect' || response.status === 0) return response;
  const missing = Object.entries(headersOf(path)).filter(
    ([name, value]) => response.headers.get(name) !== value,
  );
  if (missing.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of missing) headers.set(name, value);
  const { status, statusText } = response;
  const isEmpty = [101, 204, 205, 304].includes(status);
  return new Response(isEmpty ? null : response.body, { status, statusText, headers });
}
