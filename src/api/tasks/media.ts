import { AudioError, BrowserAudioError } from '#audio/audio-error.ts';
import { decodeAudio, SAMPLE_RATE } from '#audio/decode-audio.ts';
import {
  audioTooLong,
  audioTooShort,
  invalidAudio,
  invalidBase64,
  undecodableAudio,
} from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/form-fields.ts';
import { dataOf, imageType } from '#contract/media-data.ts';
import { fileTooLarge } from '#contract/service-errors.ts';

const MAX_ITEM_SECONDS = 30;
const MIN_SECONDS = 0.1;

/** @throws ApiError `invalid_base64`. */
export function decodeImage(text: string, param: string): Blob {
  return new Blob([decodeBase64(text, param)], { type: imageType(text) });
}

/** @throws ApiError `invalid_base64`. */
export function decodeAudioData(text: string, param: string): Blob {
  const bytes = decodeBase64(text, param);
  if (bytes.byteLength > MAX_FILE_BYTES) throw fileTooLarge(bytes.byteLength, param);
  return new Blob([bytes]);
}

/** The request was checked; what is left to go wrong is the length. */
function decodeBase64(text: string, param: string): Uint8Array<ArrayBuffer> {
  const clean = dataOf(text).replaceAll('-', '+').replaceAll('_', '/');
  try {
    return Uint8Array.from(atob(clean), (c) => c.charCodeAt(0));
  } catch {
    throw invalidBase64(param);
  }
}

/**
 * Decoded pieces of a speech file, checked as they come. `isStrict`: a file that breaks off is an error, too.
 * @throws ApiError `invalid_file_format`, `audio_too_short`.
 */
export async function* readSpeech(
  file: Blob,
  param: string,
  signal: AbortSignal,
  { isStrict = false } = {},
): AsyncGenerator<Float32Array> {
  let samples = 0;
  try {
    for await (const chunk of decodeAudio(file, signal)) {
      samples += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    if (error instanceof BrowserAudioError) throw undecodableAudio(param, error.message);
    // What was decoded of a broken file counts; a file that gives nothing is no audio.
    if (isStrict || samples < MIN_SECONDS * SAMPLE_RATE) throw invalidAudio(param);
  }
  if (samples === 0) throw invalidAudio(param);
  if (samples < MIN_SECONDS * SAMPLE_RATE) throw audioTooShort(param);
}

/** One audio item as a whole. @throws ApiError `audio_too_long` beyond 30 s, and as `readSpeech`. */
export async function readAudioItem(
  file: Blob,
  param: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  let length = 0;
  for await (const chunk of readSpeech(file, param, signal)) {
    length += chunk.length;
    // Decoding goes on to know the length, keeping nothing more.
    if (length <= MAX_ITEM_SECONDS * SAMPLE_RATE) chunks.push(chunk);
  }
  if (length > MAX_ITEM_SECONDS * SAMPLE_RATE) throw audioTooLong(param, length / SAMPLE_RATE);
  const samples = new Float32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  return samples;
}
