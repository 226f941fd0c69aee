import type { ApiDependencies, Call } from '#api/call/call.ts';
import { joinBytes } from '#base/bytes.ts';
import { LARGE_BYTES, MAX_JSON_BYTES } from '#contract/body-limits.ts';
import { unsupportedContentType } from '#contract/errors.ts';
import {
  type FormBody,
  type FormRequest,
  type JsonBody,
  type JsonRequest,
  parseFormBody,
  parseJsonBody,
} from '#contract/request-bodies.ts';
import { bodyTooLarge } from '#contract/service-errors.ts';
import { requireIdentity } from './read-form.ts';

type Reading = Pick<Call, 'request' | 'blob'> &
  Partial<Pick<Call, 'ignored' | 'recording'>> & {
    api: Pick<ApiDependencies, 'largeBodies' | 'temperatureMax'>;
  };

/**
 * The checked request in a JSON body.
 * @throws ApiError `unsupported_content_type`, `request_too_large`, `invalid_json`, and 400 for its fields.
 */
export async function readJson<K extends JsonBody>(
  call: Reading,
  kind: K,
): Promise<JsonRequest<K>> {
  const parsed = await parseJson(call, kind);
  call.ignored = parsed.ignoredFields;
  return parsed;
}

async function parseJson<K extends JsonBody>(
  { request, blob, api, recording }: Reading,
  kind: K,
): Promise<JsonRequest<K>> {
  requireIdentity(request);
  if (/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    throw unsupportedContentType('application/json');
  }
  const max = api.temperatureMax();
  if (blob && blob.size > MAX_JSON_BYTES) throw bodyTooLarge();
  if (blob && blob.size > LARGE_BYTES) {
    recording?.body(blob);
    return api.largeBodies.json(kind, blob, max, request.signal);
  }
  const bytes = await readBytes(request);
  recording?.body(bytes, bytes.byteLength > LARGE_BYTES);
  return bytes.byteLength <= LARGE_BYTES
    ? parseJsonBody(kind, bytes, max)
    : api.largeBodies.json(kind, bytes, max, request.signal);
}

/** Bytes are counted while they come: a service worker sees no content-length, and a body may have no end. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array();
  // Firefox has no `Request.body`; there requests come from ports only, with bodies that have an end.
  if (request.body === undefined) return readAtOnce(request);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > MAX_JSON_BYTES) {
      reader.cancel().catch(() => {});
      throw bodyTooLarge();
    }
    chunks.push(value);
  }
  return joinBytes(chunks, length);
}

async function readAtOnce(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_JSON_BYTES) throw bodyTooLarge();
  return new Uint8Array(bytes);
}

/** The checked request in a form. @throws ApiError `invalid_json`, and 400 for its fields. */
export async function parseForm<K extends FormBody>(
  call: Omit<Reading, 'blob'>,
  kind: K,
  form: FormData,
): Promise<FormRequest<K>> {
  const { request, api } = call;
  call.recording?.form(form);
  const parsed =
    textLength(form) <= LARGE_BYTES
      ? parseFormBody(kind, form)
      : await api.largeBodies.form(kind, form, request.signal);
  // A model that reads more of the form has read the rest before.
  if (kind !== 'instruct') call.ignored = parsed.ignoredFields;
  return parsed;
}

function textLength(form: FormData): number {
  let length = 0;
  for (const [, value] of form) if (typeof value === 'string') length += value.length;
  return length;
}
