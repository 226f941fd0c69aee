import type { ModelCard } from '#catalog/model-card.ts';
import { appPath } from '#contract/app-path.ts';
import {
  BRIDGE_FILE,
  type BridgeDescription,
  SERVER_MODELS_PATH,
} from '#transport/bridge-messages.ts';
import { readCard } from './read-card.ts';

/** Models of a server that are listed; one place has some dozens. */
const MAX_MODELS = 200;

/** The address under which the server of this page answers as a model hub does. */
export function serverHub(): string {
  return new URL(appPath(SERVER_MODELS_PATH), self.location.href).href;
}

/** Milliseconds for which an answer of the server is used: `alcove pull` may add models while a page is open. */
const FRESH_MS = 10_000;

/** Milliseconds after which a server that does not answer has none: the list of models waits for it. */
const PATIENCE_MS = 3_000;

/** The models that the server of this page has, as it last said. */
export class ServerModels {
  /** By id. */
  cards: ReadonlyMap<string, ModelCard> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<unknown> = Promise.resolve();

  /** Asks again unless it just did; then it waits for that answer. @returns whether the list is another one */
  async refresh(): Promise<boolean> {
    if (performance.now() - this.#readAt < FRESH_MS) {
      await this.#reading;
      return false;
    }
    this.#readAt = performance.now();
    const reading = readServerModels();
    this.#reading = reading;
    const cards = await reading;
    const isSame = cards.map(({ id }) => id).join() === [...this.cards.keys()].join();
    this.cards = new Map(cards.map((card) => [card.id, card]));
    return !isSame;
  }
}

/** The models that the server of this page has; none on a static host, or where it does not answer. */
async function readServerModels(): Promise<ModelCard[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(appPath(BRIDGE_FILE), { cache: 'no-store', signal });
    const { models } = (await response.json()) as BridgeDescription;
    if (!Array.isArray(models)) return [];
    return models
      .slice(0, MAX_MODELS)
      .map(readCard)
      .filter((card) => card !== null);
  } catch {
    // A host without the file answers with its page.
    return [];
  }
}
