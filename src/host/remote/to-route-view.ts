import type { Plan } from '#api/routing/plan-route.ts';
import type { Provider } from '#contract/providers.ts';
import type { RouteView } from '#transport/provider-control.ts';

/** A plan as a person reads it before anything leaves. */
export function toRouteView(
  { candidates }: Plan,
  providerOf: (id: string) => Provider | undefined,
): RouteView {
  const remotes = candidates.flatMap(({ at, id }) => {
    const provider = at === 'remote' ? providerOf(id) : undefined;
    if (!provider) return [];
    const { name, boundary, via, retains, trains, region, baseUrl } = provider;
    const { host } = new URL(baseUrl);
    return [{ model: id, name, host, boundary, via, retains, trains, region }];
  });
  return { remotes, isFirst: candidates[0]?.at === 'remote' };
}
