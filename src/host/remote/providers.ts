import type { Routing } from '#api/routing/routing.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { appPath } from '#contract/app-path.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { Engine } from '#engine/engine.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { DEPLOYMENT_FILE, type ProviderView, type RouteView } from '#transport/provider-control.ts';
import { OWN_ENTRY } from '#workers/broker-messages.ts';
import type { PageServer } from './provider-fetch.ts';
import type { RemoteService } from './remote-service.ts';

interface Parts {
  database: AlcoveDatabase;
  engine: Engine;
  models: () => readonly ModelCard[];
  memoryBudgetBytes: () => number;
  /** The server of this page. */
  server: PageServer;
  isOffline: () => boolean;
  now: () => number;
  /** Their models, or where these run, are others. */
  onChange: () => void;
  report: (error: unknown) => void;
}

/** Characters of `alcove.json`. */
const MAX_DEPLOYMENT = 1_000_000;

function openRelayWorker(): Worker {
  return new Worker(new URL('./relay-worker.ts', import.meta.url), {
    type: 'module',
    name: OWN_ENTRY,
  });
}

/** The providers of this service, whose code is loaded when the first one exists or is added. */
export class Providers {
  readonly #parts: Parts;
  #opening: Promise<RemoteService> | null = null;
  #opened: RemoteService | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get routing(): Routing | null {
    return this.#opened?.routing ?? null;
  }

  get cards(): readonly ModelCard[] {
    return this.#opened?.cards ?? [];
  }

  open(): Promise<RemoteService> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async changeOffline(): Promise<void> {
    await this.#opened?.changeOffline();
  }

  list(): ProviderView[] {
    return this.#opened?.list() ?? [];
  }

  view(model: ModelView): ModelView {
    const boundary = this.#opened?.boundaryOf(model.id);
    return boundary ? { ...model, boundary } : model;
  }

  async routeOf(model: string): Promise<RouteView> {
    return this.#opened?.routeOf(model) ?? { remotes: [], isFirst: false };
  }

  /** @throws Error for a model whose provider was removed */
  createRuntime(card: ModelCard): Runtime {
    if (!this.#opened) throw new Error(`There is no provider of ${card.id}.`);
    return this.#opened.createRuntime(card);
  }

  /** Applies the deployment's providers. If it cannot be reached, its earlier providers stay. */
  async readDeployment(): Promise<void> {
    const file = await readFile();
    if (file === null) return;
    const isEmpty = Object.keys(file).length === 0;
    const had = await this.#parts.database.rules.get('deployment');
    if (isEmpty && !had) return;
    await (await this.open()).deploy(file);
    if (isEmpty) await this.#parts.database.rules.delete('deployment');
  }

  async #open(): Promise<RemoteService> {
    const [{ RemoteService: Service }, { Relay }] = await Promise.all([
      import('./remote-service.ts'),
      import('./relay.ts'),
    ]);
    const service = new Service({ ...this.#parts, relay: new Relay(openRelayWorker) });
    await service.load();
    this.#opened = service;
    this.#parts.onChange();
    return service;
  }
}

/** `alcove.json` as an object; null when it is missing or the origin cannot be reached. */
async function readFile(): Promise<object | null> {
  try {
    const response = await fetch(appPath(DEPLOYMENT_FILE), { cache: 'no-cache' });
    if (!response.ok) return null;
    const text = await response.text();
    if (text.length > MAX_DEPLOYMENT) return null;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    // The service worker's answer where the server is away.
    return 'bridge' in value ? null : value;
  } catch {
    // A host without the file answers with its page.
    return null;
  }
}
