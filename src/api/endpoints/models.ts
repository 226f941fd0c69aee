import type { Call } from '#api/call/call.ts';
import { findModel, toAnthropicModel, toModelObject } from '#api/tasks/find-model.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { MODEL_STATES } from '#contract/endpoints/models.ts';
import { integerOutOfRange, invalidType, unsupportedValue } from '#contract/errors.ts';
import { modelNotFound } from '#contract/service-errors.ts';

/** Anthropic's clients name the version of their API, and read another list. */
const isAnthropic = ({ headers }: Request) => headers.has('anthropic-version');

/** GET /v1/models */
export function answerModels({ api, request }: Call): Response {
  const { searchParams: query } = new URL(request.url);
  const state = query.get('state') ?? 'all';
  if (!MODEL_STATES.includes(state)) throw unsupportedValue('state', state, MODEL_STATES);
  const ready = readyModels(api, state);
  if (isAnthropic(request)) return answerPage(ready, query);
  const data = [
    ...ready.map((card) => toModelObject(card, true)),
    ...(state === 'ready' || state === 'loaded'
      ? []
      : Array.from(api.available(), (card) => toModelObject(card, false))),
  ];
  return Response.json({ object: 'list', data });
}

function readyModels({ models, engine }: Call['api'], state: string): ModelCard[] {
  if (state === 'available') return [];
  if (state !== 'loaded') return [...models()];
  const loaded = new Set(engine.slots.filter((s) => s.state === 'ready').map((s) => s.card.id));
  // Not by its other names: it is in memory once. A provider's model is not in memory here.
  return [...models()].filter(
    ({ id, alias, runtime }) => loaded.has(id) && alias === undefined && runtime !== 'remote',
  );
}

const MAX_PAGE = 1_000;

/** A page of models in Anthropic's shape. @see https://docs.claude.com/en/api/models-list */
function answerPage(models: readonly ModelCard[], query: URLSearchParams): Response {
  const limit = Number(query.get('limit') ?? 20);
  if (!Number.isInteger(limit)) throw invalidType('limit', 'an integer', query.get('limit'));
  if (limit < 1) throw integerOutOfRange('limit', 'below', 1, limit);
  if (limit > MAX_PAGE) throw integerOutOfRange('limit', 'above', MAX_PAGE, limit);
  const all = models.map(toAnthropicModel);
  const placeOf = (name: string) => all.findIndex(({ id }) => id === query.get(name));
  const before = placeOf('before_id');
  const first = before >= 0 ? Math.max(0, before - limit) : placeOf('after_id') + 1;
  const data = all.slice(first, before >= 0 ? before : first + limit);
  return Response.json({
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: before >= 0 ? first > 0 : first + data.length < all.length,
  });
}

/** GET /v1/models/{id} */
export function answerModel({ api, params, request }: Call): Response {
  const id = params['id'] ?? '';
  const ready = findModel(api.models(), id);
  const card = ready ?? findModel(api.available(), id);
  if (!card) throw modelNotFound(id);
  const shown = isAnthropic(request) ? toAnthropicModel(card) : toModelObject(card, ready !== null);
  return Response.json(shown);
}
