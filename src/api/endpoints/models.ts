import type { Call } from '#api/call/call.ts';
import { findModel, toModelObject } from '#api/tasks/find-model.ts';
import { MODEL_STATES } from '#contract/endpoints/models.ts';
import { unsupportedValue } from '#contract/errors.ts';
import { modelNotFound } from '#contract/service-errors.ts';

/** GET /v1/models */
export function answerModels({ api, request }: Call): Response {
  const state = new URL(request.url).searchParams.get('state') ?? 'all';
  if (!MODEL_STATES.includes(state)) throw unsupportedValue('state', state, MODEL_STATES);
  const data = [
    ...(state === 'available' ? [] : Array.from(api.models(), (card) => toModelObject(card, true))),
    ...(state === 'ready' ? [] : Array.from(api.available(), (card) => toModelObject(card, false))),
  ];
  return Response.json({ object: 'list', data });
}

/** GET /v1/models/{id} */
export function answerModel({ api, params }: Call): Response {
  const id = params['id'] ?? '';
  const ready = findModel(api.models(), id);
  const card = ready ?? findModel(api.available(), id);
  if (!card) throw modelNotFound(id);
  return Response.json(toModelObject(card, ready !== null));
}
