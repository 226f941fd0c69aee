/** Where the service begins below the folder the app is served from. */
export const SERVICE_ROOT = '/v1';

/**
 * Whether a path belongs to the service: `/v1` itself or anything below it.
 * @param scope Path of the folder the app is served from, with its trailing slash.
 */
export function isServicePath(pathname: string, scope = '/'): boolean {
  const root = `${scope.slice(0, -1)}${SERVICE_ROOT}`;
  return pathname === root || pathname.startsWith(`${root}/`);
}

/** Whether Anthropic's clients call the path: they read errors of another shape. */
export function isMessagesPath(pathname: string): boolean {
  return /^\/v1\/messages(?:\/|$)/.test(servicePath(pathname));
}

/** Whether programs that speak Ollama's API, or ask LM Studio for its models, call the path of a server. */
export const isOllamaPath = (path: string): boolean => /^\/api(?:[/?#]|$)/.test(path);

/** A path as the endpoint table writes it: without the app's folder, doubled and trailing slashes. */
export function servicePath(pathname: string): string {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return path.replace(/^.*?(?=\/v1(?:\/|$))/, '');
}
