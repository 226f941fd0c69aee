import type { Call } from '#api/call/call.ts';
import { findModel, toModelObject } from '#api/tasks/find-model.ts';
import { modelNotFound } from '#contract/service-errors.ts';

/** GET /v1/models */
export function answerModels({ api }: Call): Response {
  const data = [
    ...Array.from(api.models(), (card) => toModelObject(card, true)),
    ...Array.from(api.available(), (card) => toModelObject(card, false)),
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
