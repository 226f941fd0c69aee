/** What a `/v1` path stands for. Model ids may contain slashes, plain or percent-encoded. */
export type Endpoint =
  | { name: 'chat' }
  | { name: 'embeddings' }
  | { name: 'audio-reasoning' }
  | { name: 'transcriptions' }
  | { name: 'translations' }
  | { name: 'models' }
  | { name: 'model'; id: string };

export type EndpointName = Endpoint['name'];

const POST_PATHS: Record<string, Endpoint> = {
  '/v1/chat/completions': { name: 'chat' },
  '/v1/embeddings': { name: 'embeddings' },
  '/v1/audio/reasoning': { name: 'audio-reasoning' },
  '/v1/audio/transcriptions': { name: 'transcriptions' },
  '/v1/audio/translations': { name: 'translations' },
};

/** Whether a path belongs to the service: `/v1` itself or anything below it. */
export function isServicePath(pathname: string): boolean {
  return /^\/v1(\/|$)/.test(pathname);
}

/** The endpoint of a path, doubled and trailing slashes forgiven; null where there is none. */
export function matchEndpoint(pathname: string): Endpoint | null {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const fixed = POST_PATHS[path];
  if (fixed) return fixed;
  if (path === '/v1/models') return { name: 'models' };
  const id = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
  return id === undefined ? null : { name: 'model', id: decodeOnce(id) };
}

/** Methods an endpoint answers, in the order of the `Allow` header. OPTIONS is answered everywhere. */
export function allowedMethods(name: EndpointName): string[] {
  return name === 'models' || name === 'model' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'];
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
