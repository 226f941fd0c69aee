import type { ApiDependencies, Call } from '#api/call/call.ts';
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
import { bodyTooComplex, bodyTooLarge, fileTooLarge } from '#contract/service-errors.ts';
import { hasMoreParts } from './count-parts.ts';

/** A form may hold several files of 25 MB; beyond this it is refused unread. */
const MAX_FORM_BYTES = 536_870_912;
/** Reading a form takes the thread a few microseconds for each of its parts. */
const MAX_PARTS = 1_000;

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

type Reading = Pick<Call, 'request' | 'blob'> & {
  api: Pick<ApiDependencies, 'largeBodies' | 'temperatureMax'>;
};

/**
 * The checked request in a JSON body.
 * @throws ApiError `unsupported_content_type`, `request_too_large`, `invalid_json`, and 400 for its fields.
 */
export async function readJson<K extends JsonBody>(
  { request, blob, api }: Reading,
  kind: K,
): Promise<JsonRequest<K>> {
  if (/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    throw unsupportedContentType('application/json');
  }
  const max = api.temperatureMax();
  if (blob && blob.size > MAX_JSON_BYTES) throw bodyTooLarge();
  if (blob && blob.size > LARGE_BYTES) {
    return api.largeBodies.json(kind, blob, max, request.signal);
  }
  const bytes = await readBytes(request);
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
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function readAtOnce(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_JSON_BYTES) throw bodyTooLarge();
  return new Uint8Array(bytes);
}

/** @throws ApiError `unsupported_content_type`, `file_too_large`, `request_too_large` for long fields. */
export async function readForm(request: Request): Promise<FormData> {
  if (!isMultipart(request)) throw unsupportedContentType('multipart/form-data');
  const blob = await request.blob();
  if (blob.size > MAX_FORM_BYTES) throw fileTooLarge(blob.size);
  const type = request.headers.get('content-type') ?? '';
  if (await hasMoreParts(blob, type, MAX_PARTS)) throw bodyTooComplex(MAX_PARTS);
  let form: FormData;
  try {
    const headers = { 'content-type': type };
    form = await new Response(blob, { headers }).formData();
  } catch {
    throw unsupportedContentType('multipart/form-data');
  }
  if (textLength(form) > MAX_JSON_BYTES) throw bodyTooLarge();
  return form;
}

/** The checked request in a form. @throws ApiError `invalid_json`, and 400 for its fields. */
export async function parseForm<K extends FormBody>(
  { request, api }: Omit<Reading, 'blob'>,
  kind: K,
  form: FormData,
): Promise<FormRequest<K>> {
  return textLength(form) <= LARGE_BYTES
    ? parseFormBody(kind, form)
    : api.largeBodies.form(kind, form, request.signal);
}

function textLength(form: FormData): number {
  let length = 0;
  for (const [, value] of form) if (typeof value === 'string') length += value.length;
  return length;
}
