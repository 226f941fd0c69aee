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

/** The models that the server of this page has, as it last said. */
export class ServerModels {
  /** By id. */
  cards: ReadonlyMap<string, ModelCard> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  /** Asks again unless it just did. @returns whether the list is another one */
  async refresh(): Promise<boolean> {
    if (performance.now() - this.#readAt < FRESH_MS) return false;
    this.#readAt = performance.now();
    const cards = await readServerModels();
    const isSame = cards.map(({ id }) => id).join() === [...this.cards.keys()].join();
    this.cards = new Map(cards.map((card) => [card.id, card]));
    return !isSame;
  }
}

/** The models that the server of this page has; none on a static host, or where it does not answer. */
async function readServerModels(): Promise<ModelCard[]> {
  try {
    const response = await fetch(appPath(BRIDGE_FILE), { cache: 'no-store' });
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
