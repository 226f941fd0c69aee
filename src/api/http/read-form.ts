import { MAX_JSON_BYTES } from '#contract/body-limits.ts';
import { unsupportedContentType } from '#contract/errors.ts';
import {
  bodyTooComplex,
  bodyTooLarge,
  fileTooLarge,
  invalidForm,
  unsupportedEncoding,
} from '#contract/service-errors.ts';

/** A form may hold several files of 25 MB; beyond this it is refused unread. */
const MAX_FORM_BYTES = 536_870_912;
/** Reading a form takes the thread a few microseconds for each of its parts. */
const MAX_PARTS = 1_000;
const MAX_HEAD_BYTES = 16_384;
/** Bytes read at a time: between two of them the thread answers others. */
const STEP = 1_000_000;
const [TAB, NEWLINE, RETURN, SPACE, DASH] = [9, 10, 13, 32, 45] as const;

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

/** @throws ApiError `unsupported_content_encoding` */
export function requireIdentity({ headers }: Request): void {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw unsupportedEncoding(encoding);
}

/**
 * The fields and files of a multipart form. Files stay slices of the body. More is read than browsers do: a file
 * without a name, or with one that is not UTF-8 or in `filename*`, as clients of other languages write them.
 * @throws ApiError `unsupported_content_type`, `invalid_form`, `file_too_large`, `request_too_large`
 */
export async function readForm(request: Request): Promise<FormData> {
  requireIdentity(request);
  if (!isMultipart(request)) throw unsupportedContentType('multipart/form-data');
  const body = await request.blob();
  if (body.size > MAX_FORM_BYTES) throw fileTooLarge(body.size);
  const boundaries = await findBoundaries(body, boundaryOf(request));
  const form = new FormData();
  let length = 0;
  for (const [i, { end }] of boundaries.slice(0, -1).entries()) {
    const part = body.slice(end, boundaries[i + 1]?.start);
    const { name, fileName, type, bodyAt } = await readHead(part, i + 1);
    if (fileName !== null) {
      form.append(name, new File([part.slice(bodyAt)], fileName, { type }));
      continue;
    }
    length += part.size - bodyAt;
    if (length > MAX_JSON_BYTES) throw bodyTooLarge();
    form.append(name, await part.slice(bodyAt).text());
  }
  return form;
}

function boundaryOf(request: Request): Uint8Array {
  const type = request.headers.get('content-type') ?? '';
  const [, quoted, plain] = /\bboundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (boundary === '') {
    throw invalidForm("its Content-Type has no 'boundary'. Let the client write that header.");
  }
  return new TextEncoder().encode(`--${boundary}`);
}

/** Where a boundary and its line begin and end; a part is between two of them. */
interface Boundary {
  start: number;
  end: number;
  isLast: boolean;
}

async function findBoundaries(body: Blob, mark: Uint8Array): Promise<Boundary[]> {
  const found: Boundary[] = [];
  for (let from = 0; from < body.size; from += STEP) {
    // A boundary may begin in one step and end in the next.
    const piece = await body.slice(from, from + STEP + mark.length + 80).arrayBuffer();
    const bytes = new Uint8Array(piece);
    const add = (newline: number) => {
      const boundary = boundaryAt(bytes, newline, mark, from);
      if (!boundary || found.at(-1)?.isLast) return;
      found.push(boundary);
      if (found.length > MAX_PARTS) throw bodyTooComplex(MAX_PARTS);
    };
    if (from === 0) add(-1);
    for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < STEP; at = bytes.indexOf(NEWLINE, at + 1))
      add(at);
  }
  if (found.length === 0) throw invalidForm('it does not hold the boundary of its Content-Type.');
  if (!found.at(-1)?.isLast) throw invalidForm('it is cut off: its last boundary is missing.');
  return found;
}

/** The boundary after a line feed, which belongs to it; null where there is none. */
function boundaryAt(
  bytes: Uint8Array,
  newline: number,
  mark: Uint8Array,
  from: number,
): Boundary | null {
  if (bytes[newline + 1] !== DASH || !mark.every((byte, i) => bytes[newline + 1 + i] === byte)) {
    return null;
  }
  let end = newline + 1 + mark.length;
  const isLast = bytes[end] === DASH && bytes[end + 1] === DASH;
  while (!isLast && (bytes[end] === SPACE || bytes[end] === TAB)) end++;
  if (bytes[end] === RETURN) end++;
  if (!isLast && bytes[end] !== NEWLINE) return null;
  const start = bytes[newline - 1] === RETURN ? newline - 1 : newline;
  return { start: from + Math.max(0, start), end: from + end + 1, isLast };
}

async function readHead(part: Blob, number: number) {
  const bytes = new Uint8Array(await part.slice(0, MAX_HEAD_BYTES).arrayBuffer());
  const head = decodeHead(bytes);
  const [, lines = '', gap = ''] = /^([\s\S]*?)(\r?\n\r?\n)/.exec(head.text) ?? [];
  if (gap === '') throw invalidForm(`part ${number} has no end of its headers.`);
  const disposition = headerOf(lines, 'content-disposition');
  const name = parameterOf(disposition, 'name');
  if (name === null) throw invalidForm(`part ${number} has no name.`);
  const type = headerOf(lines, 'content-type');
  const given = parameterOf(disposition, 'filename');
  const bodyAt = head.length(lines + gap);
  const isMedia = /^(?:audio|video|image)\//i.test(type);
  const isFile = isMedia || (/^file(?:\[\])?$/.test(name) && !isText(bytes.subarray(bodyAt)));
  return {
    name,
    type: type.toLowerCase(),
    fileName: given ?? (isFile ? 'file' : null),
    bodyAt,
  };
}

/** Whether the beginning of a body is text; its last character may be cut. */
function isText(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Headers are UTF-8; clients of older libraries write one byte a character. */
function decodeHead(bytes: Uint8Array<ArrayBuffer>) {
  const end = headEnd(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
    return { text, length: (read: string) => new TextEncoder().encode(read).length };
  } catch {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, end));
    return { text, length: (read: string) => read.length };
  }
}

/** Bytes up to the first empty line, with it. */
function headEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    if (bytes[at + 1] === NEWLINE) return at + 2;
    if (bytes[at + 1] === RETURN && bytes[at + 2] === NEWLINE) return at + 3;
  }
  return bytes.length;
}

function headerOf(lines: string, name: string): string {
  const line = lines.split(/\r?\n/).find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/** A parameter of a header, from `name*` where it has no plain form. @see RFC 7578, RFC 8187 */
function parameterOf(header: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(header) ??
    [];
  if (quoted !== undefined) return quoted.replace(/%22|\\"/g, '"').replace(/%0D|%0A/gi, ' ');
  if (plain !== undefined) return plain;
  const [, encoded] =
    new RegExp(`;\\s*${name}\\*\\s*=\\s*[\\w-]*'[\\w-]*'([^\\s;]+)`, 'i').exec(header) ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
