import type { RemoteChoice, RouteRequest } from '#api/routing/plan-route.ts';
import type { ProviderMeter } from '#api/routing/provider-meter.ts';
import type { Provider, RemoteModel } from '#contract/providers.ts';
import { remoteId } from './remote-card.ts';

/** A provider's model for one request. `running`: the provider's concurrent requests. */
export function toRemoteChoice(
  { provider, model }: { provider: Provider; model: RemoteModel },
  meter: ProviderMeter,
  running: number,
  request: Pick<RouteRequest, 'tokens'>,
): RemoteChoice {
  const isFull = running >= provider.limits.parallel;
  const tokens = { prompt: request.tokens, completion: 0 };
  return {
    id: remoteId(provider, model),
    provider: provider.id,
    remote: model.remote,
    boundary: provider.boundary,
    task: model.task,
    can: model.can,
    context: model.context,
    unavailable: meter.whyNot(model, tokens) ?? (isFull ? 'limit' : null),
  };
}
