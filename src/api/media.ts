import { AudioError, decodeAudio, SAMPLE_RATE } from '#audio/decode-audio.ts';
import {
  audioTooLong,
  audioTooShort,
  invalidAudio,
  invalidBase64,
  invalidImage,
} from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/form-fields.ts';
import { fileTooLarge } from '#contract/service-errors.ts';

const MAX_ITEM_SECONDS = 30;
const MIN_SECONDS = 0.1;

/** @throws ApiError `invalid_image_url` for anything but base64 data of an image. */
export function decodeImage(url: string, param: string): Blob {
  const data = /^data:(image\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,(.*)$/is.exec(url);
  if (!data && /^(https?|blob|file|ftp|data):/i.test(url)) throw invalidImage(param);
  const bytes = decodeBase64(data?.[2] ?? url, param);
  return new Blob([bytes], { type: data?.[1] ?? 'image/*' });
}

/** A data URL with any parameters, or bare base64. @throws ApiError `invalid_base64`. */
export function decodeAudioData(text: string, param: string): Blob {
  const data = /^data:[^,]*;base64,(.*)$/is.exec(text);
  if (!data && /^[a-z]+:/i.test(text)) throw invalidBase64(param);
  const bytes = decodeBase64(data?.[1] ?? text, param);
  if (bytes.byteLength > MAX_FILE_BYTES) throw fileTooLarge(bytes.byteLength, param);
  return new Blob([bytes]);
}

function decodeBase64(text: string, param: string): Uint8Array<ArrayBuffer> {
  const clean = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (clean === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(clean)) throw invalidBase64(param);
  try {
    return Uint8Array.from(atob(clean), (c) => c.charCodeAt(0));
  } catch {
    throw invalidBase64(param);
  }
}

/**
 * Decoded pieces of a speech file, checked as they come.
 * @throws ApiError `invalid_file_format`, `audio_too_short`.
 */
export async function* readSpeech(
  file: Blob,
  param: string,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  let samples = 0;
  try {
    for await (const chunk of decodeAudio(file, signal)) {
      samples += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    // What was decoded of a broken file counts; a file that gives nothing is no audio.
    if (samples < MIN_SECONDS * SAMPLE_RATE) throw invalidAudio(param);
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
