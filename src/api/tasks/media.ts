import type { LargeBodies } from '#api/call/large-bodies.ts';
import { type DecodeEvents, decodeAudio } from '#audio/decode-audio.ts';
import { AudioError, type AudioFault, type Piece, samplesOf } from '#audio/decoded.ts';
import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import { LARGE_BYTES } from '#contract/body-limits.ts';
import { audioTooLong, audioTooShort, invalidAudio, invalidBase64 } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/form-fields.ts';
import { decodeBase64, imageType } from '#contract/media-data.ts';
import { fileTooLarge } from '#contract/service-errors.ts';
import { readBrowser } from '#device/browser.ts';

const MAX_ITEM_SECONDS = 30;
const MIN_SECONDS = 0.1;

/** How the media of one request is read. */
export interface MediaReading {
  largeBodies: LargeBodies;
  signal: AbortSignal;
}

/** @throws ApiError `invalid_base64`. */
export async function decodeImage(
  text: string,
  param: string,
  reading: MediaReading,
): Promise<Blob> {
  const bytes = await decode(text, param, reading);
  // The head alone: the type is within the first characters.
  return new Blob([bytes], { type: imageType(text.slice(0, 1_000)) });
}

/** @throws ApiError `invalid_base64`. */
export async function decodeAudioData(
  text: string,
  param: string,
  reading: MediaReading,
): Promise<Blob> {
  const bytes = await decode(text, param, reading);
  if (bytes.byteLength > MAX_FILE_BYTES) throw fileTooLarge(bytes.byteLength, param);
  return new Blob([bytes]);
}

/** The request was checked already: only the length can still be wrong. */
async function decode(
  text: string,
  param: string,
  { largeBodies, signal }: MediaReading,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    text.length <= LARGE_BYTES ? decodeBase64(text) : await largeBodies.base64(text, signal);
  if (!bytes) throw invalidBase64(param);
  return bytes;
}

/**
 * Decoded pieces of a speech file, checked as they come.
 * @throws ApiError `invalid_file_format`, `audio_too_short`.
 */
export async function* readSpeech(
  file: Blob,
  param: string,
  signal: AbortSignal,
  events: DecodeEvents = {},
): AsyncGenerator<Piece> {
  const refuse = (fault: AudioFault) => invalidAudio(param, fault, readBrowser().name);
  let samples = 0;
  try {
    for await (const piece of decodeAudio(file, signal, events)) {
      samples += piece.length;
      yield piece;
    }
  } catch (error) {
    throw error instanceof AudioError ? refuse(error.fault) : error;
  }
  if (samples === 0) throw refuse({ problem: file.size === 0 ? 'unknown_format' : 'damaged' });
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
    // Decoding continues to know the length; nothing more is stored.
    if (length <= MAX_ITEM_SECONDS * SAMPLE_RATE) chunks.push(samplesOf(chunk));
  }
  if (length > MAX_ITEM_SECONDS * SAMPLE_RATE) throw audioTooLong(param, length / SAMPLE_RATE);
  return joinSamples(chunks);
}
