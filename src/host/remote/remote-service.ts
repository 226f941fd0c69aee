import {
  type Passed,
  type Plan,
  planRoute,
  type RemoteChoice,
  type RouteRequest,
} from '#api/routing/plan-route.ts';
import { ProviderMeter } from '#api/routing/provider-meter.ts';
import type { Routing } from '#api/routing/routing.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Boundary } from '#contract/boundary.ts';
import {
  deploymentSchema,
  type Provider,
  type RemoteModel,
  type Rule,
} from '#contract/providers.ts';
import type { Engine } from '#engine/engine.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { createRemoteRuntime } from '#runtimes/remote/remote-runtime.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import { type ListedProvider, ProviderStore } from '#storage/provider-store.ts';
import type { ProviderTest, ProviderView, RouteView } from '#transport/provider-control.ts';
import { metered } from './metered-runtime.ts';
import { fetchOf, type PageServer, relayTargets } from './provider-fetch.ts';
import type { Relay } from './relay.ts';
import { remoteCard } from './remote-card.ts';
import {
  configOf,
  type Entry,
  localState,
  originsOf,
  toRemoteChoice,
  toRouteView,
} from './route-world.ts';
import { testConnection } from './test-connection.ts';

interface Parts {
  database: AlcoveDatabase;
  engine: Engine;
  /** Local models that answer. */
  models: () => readonly ModelCard[];
  memoryBudgetBytes: () => number;
  relay: Pick<Relay, 'fetch' | 'run' | 'renew' | 'end'>;
  server: PageServer;
  /** Whether no provider may be called at all. */
  isOffline: () => boolean;
  now: () => number;
  onChange?: () => void;
  report: (error: unknown) => void;
}

const OFFLINE = 'Offline mode is on: no provider is called.';

/** A small request of the app's own, ceilings aside. */
const ANYTHING = { key: SESSION_KEY, needs: [], tokens: 0, ceiling: 'third-party' } as const;

/** The providers beyond this device: their models, their limits and their usage. */
export class RemoteService {
  readonly #parts: Parts;
  readonly #store: ProviderStore;
  readonly #meters = new Map<string, ProviderMeter>();
  readonly #running = new Map<string, { count: number }>();
  #listed: ListedProvider[] = [];
  #rules: Rule[] = [];
  #entries = new Map<string, Entry>();
  #cards: readonly ModelCard[] = [];
  readonly #routing: Routing;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = new ProviderStore(parts.database);
    this.#routing = {
      plan: (request) => this.#plan(request),
      card: (id) => this.#entries.get(id)?.card ?? null,
      boundary: ({ id }) => this.#entries.get(id)?.provider.boundary ?? 'third-party',
    };
  }

  /** Reads the stored providers. Later edits have no effect until it is called again. */
  async load(): Promise<void> {
    this.#listed = await this.#store.list();
    const { person, deployment } = await this.#store.rules();
    this.#rules = [...person, ...deployment];
    this.#entries = new Map();
    const { now, server, isOffline } = this.#parts;
    const reached = isOffline() ? [] : this.#listed.map(({ provider }) => provider);
    server.allowRelay(relayTargets(reached));
    for (const { provider } of this.#listed) {
      const day = new Date(now()).toISOString().slice(0, 10);
      const meter = this.#meters.get(provider.id);
      if (meter) {
        meter.configure(provider);
      } else {
        const stored = await this.#store.day(`${provider.id} ${day}`);
        this.#meters.set(provider.id, new ProviderMeter(provider, now, day, stored));
      }
      for (const model of provider.models) {
        const card = remoteCard(provider, model);
        this.#entries.set(card.id, { provider, model, card });
      }
    }
    this.#cards = [...this.#entries.values()].flatMap(({ card, model }) => {
      const request = { ...ANYTHING, model: card.id, task: model.task };
      return this.#planNow(request).candidates.length > 0 ? [card] : [];
    });
  }

  /** Null where no provider is configured: requests are answered as if there were none. */
  get routing(): Routing | null {
    return this.#listed.length > 0 ? this.#routing : null;
  }

  /** Models that a rule allows to answer when they are requested by name. */
  get cards(): readonly ModelCard[] {
    return this.#cards;
  }

  boundaryOf(id: string): Boundary | null {
    return this.#entries.get(id)?.provider.boundary ?? null;
  }

  /** @throws Error for a model whose provider was removed */
  createRuntime(card: ModelCard): Runtime {
    const entry = this.#entries.get(card.id);
    if (!entry) throw new Error(`There is no provider of ${card.id}.`);
    const { provider, model } = entry;
    const runtime = createRemoteRuntime((task, signal) => this.#run(provider, model, task, signal));
    const meter = this.#meter(provider);
    const running = this.#running.get(provider.id) ?? { count: 0 };
    this.#running.set(provider.id, running);
    const { parallel } = provider.limits;
    const booked = () => this.#saveDay(provider, meter);
    return metered(runtime, { name: provider.name, meter, model, running, parallel, booked });
  }

  /** Applies the providers of `alcove.json`; invalid entries are ignored. */
  async deploy(value: unknown): Promise<void> {
    const deployment = deploymentSchema.safeParse(value).data ?? { providers: [], rules: [] };
    // Every start reads the file: running requests continue if it is unchanged.
    if (await this.#store.deploy(deployment)) await this.#changed();
  }

  list(): ProviderView[] {
    return this.#listed.map(({ provider, from, hasKey }) => ({
      config: provider,
      from,
      hasKey,
      today: this.#meter(provider).figures,
    }));
  }

  async save(config: unknown, secret?: string | null): Promise<void> {
    await this.#store.save(config, secret);
    await this.#changed();
  }

  async setSecret(id: string, secret: string | null): Promise<void> {
    await this.#store.setSecret(id, secret);
    await this.#changed();
  }

  async remove(id: string): Promise<void> {
    await this.#store.remove(id);
    await this.#changed();
  }

  async rules(): Promise<Rule[]> {
    return (await this.#store.rules()).person;
  }

  async saveRules(rules: unknown): Promise<void> {
    await this.#store.saveRules(rules);
    await this.#changed();
  }

  /** Asks a stored provider for its models, and finds out why it does not answer. */
  async test(id: string): Promise<ProviderTest> {
    const provider = this.#listed.find((listed) => listed.provider.id === id)?.provider;
    if (!provider) return { state: 'unreachable', models: [] };
    if (this.#parts.isOffline()) return { state: 'offline-mode', models: [] };
    return testConnection(provider, await this.#headers(provider), this.#fetchOf(provider));
  }

  /** Where a chat with a model could go, ceilings aside. */
  routeOf(model: string): RouteView {
    const plan = this.#planNow({ ...ANYTHING, model, task: 'chat' });
    return toRouteView(plan, (id) => this.#entries.get(id)?.provider);
  }

  async *#run(
    provider: Provider,
    { remote, can }: RemoteModel,
    task: Task,
    signal: AbortSignal,
  ): AsyncGenerator<TaskEvent> {
    const { name, baseUrl, timeouts, via } = provider;
    if (this.#parts.isOffline()) throw new UpstreamError(OFFLINE, { fault: 'unreachable' });
    const target = {
      name,
      baseUrl,
      model: remote,
      timeouts,
      streams: !can.includes('no_streaming'),
      usesMaxCompletionTokens: can.includes('max_completion_tokens'),
    };
    const { relay, server } = this.#parts;
    const headers = await this.#headers(provider);
    const grant = via === 'server' ? await server.relayGrant() : null;
    yield* relay.run({ target, headers, via, grant, task }, signal);
  }

  /** Offline mode was turned on or off. Running answers of providers end when it is turned on. */
  async changeOffline(): Promise<void> {
    const { relay, isOffline, onChange } = this.#parts;
    if (isOffline()) relay.end(OFFLINE);
    else relay.renew();
    await this.load();
    onChange?.();
  }

  /** Applies the stored providers. Running answers end as they began; only what waits for a changed provider fails. */
  async #changed(): Promise<void> {
    const before = this.#entries;
    await this.load();
    const { engine, relay } = this.#parts;
    if (originsOf(before) !== originsOf(this.#entries)) relay.renew();
    for (const slot of engine.slots.filter(({ card }) => card.runtime === 'remote')) {
      const { id } = slot.card;
      if (configOf(before.get(id)) === configOf(this.#entries.get(id))) continue;
      void engine.retire(slot);
      slot.queue.failWaiting(new EngineError('slot-crashed', `The provider of ${id} was changed.`));
    }
    this.#parts.onChange?.();
  }

  async #plan(request: RouteRequest): Promise<Plan> {
    const found = this.#planNow(request);
    this.#probeHalfOpen(found);
    return found;
  }

  #planNow(request: RouteRequest): Plan {
    const remotes = [...this.#entries.values()].map((entry) => this.#choice(entry, request));
    const { engine, models, memoryBudgetBytes } = this.#parts;
    const local = (id: string) => localState(id, models(), engine, memoryBudgetBytes());
    return planRoute(request, { rules: this.#rules, remotes, local });
  }

  #choice(entry: Entry, request: RouteRequest): RemoteChoice {
    const running = this.#running.get(entry.provider.id)?.count ?? 0;
    const choice = toRemoteChoice(entry, this.#meter(entry.provider), running, request);
    return this.#parts.isOffline() ? { ...choice, unavailable: 'offline' } : choice;
  }

  /** Failed models are retried once their provider lists them. No other request may reach the provider. */
  #probeHalfOpen({ skipped }: Plan): void {
    for (const { provider } of this.#listed) {
      if (!skipped.some((entry) => isBroken(entry, provider))) continue;
      const meter = this.#meter(provider);
      const waiting = meter.halfOpen();
      for (const model of waiting) meter.failed(model);
      if (waiting.length === 0) continue;
      this.test(provider.id)
        .then(({ state }) => {
          if (state === 'ok') for (const model of waiting) meter.succeeded(model);
        })
        .catch(this.#parts.report);
    }
  }

  #fetchOf(provider: Provider) {
    return fetchOf(provider, this.#parts.relay, this.#parts.server);
  }

  #meter(provider: Provider): ProviderMeter {
    const found = this.#meters.get(provider.id);
    if (found) return found;
    const made = new ProviderMeter(provider, this.#parts.now);
    this.#meters.set(provider.id, made);
    return made;
  }

  async #headers(provider: Provider): Promise<Record<string, string>> {
    const hasKey = this.#listed.some((one) => one.hasKey && one.provider.id === provider.id);
    const secret = hasKey ? await this.#store.secret(provider) : null;
    return secret === null ? {} : { authorization: `Bearer ${secret}` };
  }

  #saveDay({ id }: Provider, { day, figures }: ProviderMeter): void {
    this.#store.putDay({ id: `${id} ${day}`, ...figures }).catch(this.#parts.report);
  }
}

const isBroken = ({ id, reason }: Passed, provider: Provider) =>
  reason === 'breaker' && id.startsWith(`${provider.id}/`);
