import { invalidJson, unsupportedContentType } from '#contract/errors.ts';
import { readFormFields } from '#contract/form-fields.ts';
import { bodyTooLarge, fileTooLarge } from '#contract/service-errors.ts';

const MAX_JSON_BYTES = 33_554_432;
/** A form may hold several files of 25 MB; beyond this it is refused unread. */
const MAX_FORM_BYTES = 536_870_912;

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

/** @throws ApiError `unsupported_content_type`, `request_too_large`, `invalid_json`. */
export async function readJson(request: Request): Promise<unknown> {
  if (/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    throw unsupportedContentType('application/json');
  }
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidJson();
  return body;
}

/** Bytes are counted while they come: a service worker sees no content-length, and a body may have no end. */
async function readText(request: Request): Promise<string> {
  if (request.body === null) return '';
  // Firefox has no `Request.body`; there requests come from ports only, with bodies that have an end.
  if (request.body === undefined) return readWholeText(request);
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_JSON_BYTES) {
      reader.cancel().catch(() => {});
      throw bodyTooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function readWholeText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_JSON_BYTES) throw bodyTooLarge();
  return new TextDecoder().decode(bytes);
}

/** @throws ApiError `unsupported_content_type`, `file_too_large`, `invalid_json` for JSON fields. */
export async function readForm(request: Request): Promise<Record<string, unknown>> {
  if (!isMultipart(request)) throw unsupportedContentType('multipart/form-data');
  const blob = await request.blob();
  if (blob.size > MAX_FORM_BYTES) throw fileTooLarge(blob.size);
  let form: FormData;
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    form = await new Response(blob, { headers }).formData();
  } catch {
    throw unsupportedContentType('multipart/form-data');
  }
  return readFormFields(form);
}
