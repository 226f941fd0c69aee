import { DownloadError } from '#model-files/model-file.ts';

/** Asks for the headers that a script was served with. */
type Head = (address: string) => Promise<Response>;

/**
 * Requires that the policy of this worker lets it ask an address. What browsers report of a request that is not allowed is
 * what they report of a host that does not answer, so that only the policy itself can say why.
 * @throws DownloadError that names the way around
 */
export async function requireAllowed(url: string, script: string, head: Head): Promise<void> {
  const policy = await head(script).then(
    ({ headers }) => headers.get('content-security-policy'),
    () => null,
  );
  if (policy === null || allows(policy, new URL(url), new URL(script).origin)) return;
  throw new DownloadError(
    'refused',
    `This page may not ask ${new URL(url).host}: it was served with a list of hosts for models. Where its server runs, "npm start -- pull ${quoted(url)}" fetches the model for every browser; or download the file and choose it on this page.`,
  );
}

/** Why nothing came from an address that may be asked: the browser does not say which of the two it was. */
export function notShared(url: string, cause: unknown): DownloadError {
  const { host } = new URL(url);
  return new DownloadError(
    'offline',
    `${host} cannot be reached, or does not let web pages read its files (CORS). Where the server of this page runs, "npm start -- pull ${quoted(url)}" fetches the model for every browser; or download the file and choose it on this page.`,
    { cause },
  );
}

/** A folder with a model, which this page may not ask for its files one by one. */
export function onServerAlone(url: string): DownloadError {
  return new DownloadError(
    'refused',
    `${new URL(url).host} is not a model hub: this page was served with a list of hosts for models. Where its server runs, "npm start -- pull ${quoted(url)}" fetches the folder for every browser.`,
  );
}

/** An address as one word of a command line: a shell reads nothing in it. */
const quoted = (url: string) => `'${url.replaceAll("'", '%27')}'`;

/** Whether a policy allows requests to an address. @see https://www.w3.org/TR/CSP3/#match-url-to-source-list */
export function allows(policy: string, url: URL, own: string): boolean {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/));
  const named = (name: string) => directives.find(([first]) => first === name);
  const sources = named('connect-src') ?? named('default-src');
  return (
    sources === undefined || sources.slice(1).some((source) => matches(source, url, new URL(own)))
  );
}

function matches(source: string, url: URL, own: URL): boolean {
  if (source === "'self'")
    return isScheme(own.protocol, url) && url.hostname === own.hostname && url.port === own.port;
  if (source === '*') return /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), url);
  const [, scheme, host, port] =
    /^(?:(https?):\/\/)?([^/:]+)(?::(\d+|\*))?(?:\/.*)?$/i.exec(source) ?? [];
  if (host === undefined) return false;
  if (!isScheme(scheme === undefined ? own.protocol : `${scheme.toLowerCase()}:`, url))
    return false;
  if (port !== '*' && !isPort(port, url)) return false;
  const name = host.toLowerCase();
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
}

/** A source without encryption allows the same with it. */
const isScheme = (named: string, { protocol }: URL) =>
  named === protocol || (named === 'http:' && protocol === 'https:');

/** `URL` leaves out the port of a scheme. */
function isPort(named: string | undefined, { port, protocol }: URL): boolean {
  return named === undefined
    ? port === ''
    : Number(named) === Number(port || (protocol === 'https:' ? 443 : 80));
}
