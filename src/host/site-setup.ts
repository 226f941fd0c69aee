import { isRecord } from '#base/guards.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { SiteSetup } from '#transport/page-messages.ts';

/** The models that a site names cannot be served. */
export class SiteSetupError extends Error {
  override readonly name = 'SiteSetupError';
}

/** Models that a site may name. */
const MAX_MODELS = 50;
const MAX_TEXT = 300;
const MAX_TOKENS = 16_777_216;
const TASKS: readonly ModelTask[] = ['chat', 'embeddings', 'speech', 'rerank'];

/** For the life of this host: stored settings do not change. */
export function applySite(settings: ServiceSettings, { hub, device }: SiteSetup): void {
  settings.device = device;
  if (hub !== null) settings.hub = hub;
}

/**
 * Cards of the models that a site serves itself, in its order. Names of the hub are left out: the library has those.
 * @throws SiteSetupError, with a sentence for its developer.
 */
export function siteModels({ models }: SiteSetup): ModelCard[] {
  if (models.length > MAX_MODELS)
    throw new SiteSetupError(`At most ${MAX_MODELS} models can be named.`);
  const cards = models.filter((model) => !isHubName(model)).map(toCard);
  const twice = cards.find(({ id }, at) => cards.findIndex((card) => card.id === id) < at);
  if (twice) throw new SiteSetupError(`Two models have the id "${twice.id}".`);
  return cards;
}

const isHubName = (model: unknown) => typeof model === 'string' && model.includes('/');

function toCard(model: unknown): ModelCard {
  if (typeof model === 'string') {
    const card = EMBEDDED_MODELS.find(({ id }) => id === model);
    if (card) return card;
    throw new SiteSetupError(
      `"${model}" is no model of Alcove. Name one of the hub as owner/name.`,
    );
  }
  if (!isRecord(model)) throw new SiteSetupError('A model is a name, or { id, address }.');
  const { id, address } = model;
  if (!isText(id) || !/^[\w.:/-]+$/.test(id))
    throw new SiteSetupError('A model needs an id of plain text.');
  if (!isText(address) || !URL.canParse(address, self.location.href)) {
    throw new SiteSetupError(`The model "${id}" needs the address of the folder of its files.`);
  }
  const folder = new URL(address.replace(/\/*$/, '/'), self.location.href).href;
  const known = EMBEDDED_MODELS.find((card) => card.id === id);
  return { ...(known ?? fromDescription(id, model)), address: folder };
}

/** A card of a folder that the developer describes: what it does, and how much it reads. */
function fromDescription(id: string, model: Record<string, unknown>): ModelCard {
  const task = TASKS.find((name) => name === model['task']);
  const contextTokens = Number(model['contextTokens']);
  const { downloadBytes: given = 0, family } = model;
  const downloadBytes = Number(given);
  if (!task) throw new SiteSetupError(`The model "${id}" needs a task: ${TASKS.join(', ')}.`);
  if (!isCount(contextTokens, MAX_TOKENS)) {
    throw new SiteSetupError(
      `The model "${id}" needs contextTokens, the tokens that it reads and writes.`,
    );
  }
  const writes = task === 'chat' || task === 'speech';
  return {
    id,
    title: id,
    summary: 'Added by the site.',
    task,
    runtime: 'transformers',
    owner: self.location.host,
    licence: 'See its page',
    contextTokens,
    completionTokens: writes ? contextTokens : 0,
    downloadBytes: isCount(downloadBytes, Number.MAX_SAFE_INTEGER) ? downloadBytes : 0,
    // Weights as int8, and what sessions and caches add.
    memoryBytes: 150_000_000 + 2 * (downloadBytes || 0),
    created: 0,
    can: task === 'chat' ? { tools: true, json: true, logprobs: true } : {},
    languages: [],
    device: 'wasm',
    parallel: task === 'chat' ? 8 : 1,
    ...(isText(family) && { family }),
    ...(task === 'embeddings' && {
      embedding: { pooling: 'mean', queryPrefix: '', textPrefix: '' },
    }),
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
const isCount = (value: number, max: number) =>
  Number.isSafeInteger(value) && value > 0 && value <= max;
