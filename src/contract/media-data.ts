import { fromBase64 } from '#base/bytes.ts';

// Pictures and recordings in JSON: data URLs or bare base64, never addresses (§1.2: privacy and CORS).

const IMAGE_URL = /^data:image\/(?:png|jpe?g|webp|gif)(?:;[\w=.+-]+)*;base64,/i;
/** Of pages: scanners write TIFF, which no model of chats takes. */
const SCAN_URL = /^data:image\/(?:png|jpe?g|webp|gif|tiff?)(?:;[\w=.+-]+)*;base64,/i;
/** Parameters are free: recorders name their codecs there. */
const AUDIO_URL = /^data:[^,]*;base64,/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BASE64 = /\s*[\w+/-][\w+/\-\s]*={0,2}\s*$/y;

/** The tag of the error of a text that cannot be a picture; null if it may be one. */
export function imageProblem(text: string): 'image' | 'base64' | null {
  if (SCHEME.test(text) && !IMAGE_URL.test(text)) return 'image';
  return isBase64(text, IMAGE_URL) ? null : 'base64';
}

/** The same for a picture of pages. */
export function scanProblem(text: string): 'image' | 'base64' | null {
  if (SCHEME.test(text) && !SCAN_URL.test(text)) return 'image';
  return isBase64(text, SCAN_URL) ? null : 'base64';
}

/** The same for a recording. */
export function audioProblem(text: string): 'base64' | null {
  return isBase64(text, AUDIO_URL) ? null : 'base64';
}

/** Checks the alphabet only; decoding finds a wrong length. */
function isBase64(text: string, url: RegExp): boolean {
  BASE64.lastIndex = headLength(text, url);
  return BASE64.test(text);
}

function headLength(text: string, url: RegExp): number {
  return url.exec(text)?.[0].length ?? 0;
}

/** The base64 of a text that has no problem, without its head. */
function dataOf(text: string): string {
  return text.slice(headLength(text, AUDIO_URL));
}

/** What the head of a picture says it is; `image/*` without one. */
export function imageType(text: string): string {
  return IMAGE_URL.test(text) ? text.slice('data:'.length, text.indexOf(';')) : 'image/*';
}

/** The bytes of a data URL or of bare base64 in either alphabet; null where it is neither. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const clean = dataOf(text).replaceAll('-', '+').replaceAll('_', '/');
  try {
    return fromBase64(clean);
  } catch {
    return null;
  }
}
