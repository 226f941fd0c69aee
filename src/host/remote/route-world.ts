import type { LocalState, Plan, RemoteChoice, RouteRequest } from '#api/routing/plan-route.ts';
import type { ProviderMeter } from '#api/routing/provider-meter.ts';
import { findModel } from '#api/tasks/find-model.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Provider, RemoteModel } from '#contract/providers.ts';
import type { Engine } from '#engine/engine.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { remoteId } from './remote-card.ts';

/** A model of a provider that is set up. */
export interface Entry {
  provider: Provider;
  model: RemoteModel;
  card: ModelCard;
}

/** How a local model stands. `models`: those that answer. */
export function localState(
  id: string,
  models: Iterable<ModelCard>,
  { slots }: Pick<Engine, 'slots'>,
  memoryBudgetBytes: number,
): LocalState {
  const card = findModel(models, id);
  const slot = slots.find((candidate) => candidate.card.id === card?.id);
  const waiting = slot ? slot.queue.waiting + slot.queue.running : 0;
  return {
    isInstalled: card !== null,
    fits: card === null || card.memoryBytes <= memoryBudgetBytes,
    waiting,
    // What the requests before it took, as many times as there are.
    etaSeconds: slot ? waiting * slot.averageSeconds : 0,
  };
}

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

/** What a changed provider is known by. */
export const configOf = (entry: Entry | undefined) =>
  JSON.stringify(entry && [entry.provider, entry.model]);

/** The hosts that the policy of a relay lists. */
export const originsOf = (entries: ReadonlyMap<string, Entry>) =>
  JSON.stringify([
    ...new Set([...entries.values()].map((e) => new URL(e.provider.baseUrl).origin)),
  ]);
