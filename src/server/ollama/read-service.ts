import { isRecord } from '#base/guards.ts';
import { ApiError } from '#contract/api-error.ts';

export type Json = Record<string, unknown>;
/** Asks `/v1` of the tab, with the key and the signal of the request. */
export type Ask = (path: string, body?: Json) => Promise<Response>;

/** The JSON of an answer of `/v1`. @throws ApiError its error. */
export async function whole(answer: Response): Promise<Json> {
  const json: unknown = await answer.json().catch(() => null);
  const body = isRecord(json) ? json : {};
  if (answer.ok) return body;
  const error = isRecord(body['error']) ? body['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : answer.statusText;
  throw new ApiError(answer.status, 'engine_unavailable', message);
}

export const records = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** The model that a program names; Ollama's clients add `:latest`, which `/v1` knows. @throws ApiError 404 */
export async function findModel(body: Json, ask: Ask): Promise<Json> {
  const name = text(body['model'] ?? body['name']);
  if (name === '') throw new ApiError(400, 'missing_parameter', 'model is required');
  // An address with such a name would be another one.
  if (/^\.+$/.test(name)) throw new ApiError(404, 'model_not_found', `model '${name}' not found`);
  return whole(await ask(`models/${encodeURIComponent(name)}`));
}
