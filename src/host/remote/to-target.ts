import type { Provider, RemoteModel } from '#contract/providers.ts';
import type { RemoteTarget } from '#runtimes/remote/remote-target.ts';
import { describedFetch } from './provider-fetch.ts';

/** A model of a provider as its adapter calls it. */
export function toTarget(
  provider: Provider,
  { remote, can }: RemoteModel,
  { headers, fetch }: Pick<RemoteTarget, 'headers' | 'fetch'>,
): RemoteTarget {
  const { name, baseUrl, timeouts } = provider;
  return {
    name,
    baseUrl,
    model: remote,
    headers,
    timeouts,
    streams: !can.includes('no_streaming'),
    usesMaxCompletionTokens: can.includes('max_completion_tokens'),
    fetch: describedFetch(provider, fetch),
  };
}
