import {
  ADTS,
  ALL_FORMATS,
  type AudioCodec,
  BlobSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP3,
  OGG,
  WAVE,
  WEBM,
} from 'mediabunny';
import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import { type Bounds, type Clock, decodeTrack } from './decode-track.ts';
import type { Piece } from './decoded.ts';
import { AudioError, samplesOf } from './decoded.ts';
import { isReplaced, replaceDecoder } from './decoders/fallback-decoder.ts';
import { fileParts } from './file-parts.ts';
import { readMp3Trim } from './mp3-trim.ts';
import { openFormat, openTrack } from './open-track.ts';
import { pictureStart } from './picture-start.ts';
import { StalledError } from './with-stall-limit.ts';

/** Samples of a file that count as sound: less is what a decoder makes of anything. */
const MIN_SOUND = SAMPLE_RATE / 10;
/** Share of a file, and bytes, that may be left unread: tags and padding. */
const UNREAD = { share: 0.05, bytes: 65_536 };

/** Facts about a file that appear while it is decoded. */
export interface DecodeEvents {
  /** Sound behind this second of the recording could not be read. */
  onUnread?: (seconds: number) => void;
  /** How many sound tracks there are, where there are several: the first one is decoded. */
  onTracks?: (count: number) => void;
}

/**
 * Decodes a file piece by piece: mono samples, −1…1, 16 000 Hz, at the times of the file's clock, which starts with its
 * first track. Files that were joined follow each other. The container is found by its
 * content; name and type of the file do not matter. Memory does not grow with length.
 * @throws AudioError when there is no audio track, or none that can be decoded.
 */
export async function* decodeAudio(
  file: Blob,
  signal: AbortSignal,
  events: DecodeEvents = {},
): AsyncGenerator<Piece> {
  const unread: number[] = [];
  let failure: unknown = null;
  let samples = 0;
  let sound = 0;
  let clock: Clock = { zero: null, given: 0 };
  const fail = (error: unknown) => {
    signal.throwIfAborted();
    failure ??= error;
    unread.push(samples / SAMPLE_RATE);
  };
  try {
    for await (const part of fileParts(file, signal)) {
      // Behind missing pages the clock of the part before continues.
      if (!part.continues) clock = { zero: null, given: 0 };
      try {
        for await (const piece of decodePart(part.file, clock, signal, events)) {
          samples += piece.length;
          if (!('isSilent' in piece) && piece.some(isSound)) sound += piece.length;
          yield piece;
        }
      } catch (error) {
        fail(error);
      }
    }
  } catch (error) {
    fail(error);
  }
  // The decoded part of a broken file is used; a file without any is not audio.
  if (failure !== null && sound < MIN_SOUND) throw toAudioError(failure);
  for (const seconds of unread) events.onUnread?.(seconds);
}

/** A decoder writes zeros for what it cannot read. */
const isSound = (sample: number) => sample !== 0;

function toAudioError(error: unknown): AudioError {
  return error instanceof AudioError
    ? error
    : new AudioError({ problem: 'damaged' }, { cause: error });
}

async function* decodePart(
  file: Blob,
  clock: Clock,
  signal: AbortSignal,
  events: DecodeEvents,
): AsyncGenerator<Piece> {
  const attempt: Attempt = { codec: null, hasSound: false };
  for (;;) {
    try {
      return yield* decodeOnce(file, clock, signal, attempt, events);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StalledError)) throw error;
      const { codec } = attempt;
      if (!(await canRetry(attempt))) {
        throw new AudioError({ problem: 'unsupported_codec', codec }, { cause: error });
      }
    }
  }
}

interface Attempt {
  codec: AudioCodec | null;
  /** Whether samples were given already, which a second attempt would give again. */
  hasSound: boolean;
}

/** Whether there is another decoder, which is used from now on. */
async function canRetry({ codec, hasSound }: Attempt): Promise<boolean> {
  return codec !== null && !hasSound && !isReplaced(codec) && replaceDecoder(codec);
}

async function* decodeOnce(
  file: Blob,
  clock: Clock,
  signal: AbortSignal,
  attempt: Attempt,
  { onTracks }: DecodeEvents,
): AsyncGenerator<Piece> {
  const source = new BlobSource(file);
  let read = 0;
  source.onread = (_, end) => {
    read = Math.max(read, end);
  };
  const input = new Input({ source, formats: ALL_FORMATS });
  try {
    const format = await openFormat(input);
    const track = await openTrack(input);
    attempt.codec = track.codec;
    const tracks = await input.getAudioTracks();
    if (tracks.length > 1) onTracks?.(tracks.length);
    const bounds = await findBounds(input, format, track, file);
    for await (const piece of decodeTrack(track, bounds, clock, file, signal)) {
      attempt.hasSound = true;
      yield piece;
    }
    const rest = file.size - read;
    if (IN_ORDER.includes(format) && rest > Math.max(UNREAD.bytes, file.size * UNREAD.share)) {
      throw new AudioError({ problem: 'damaged' });
    }
  } finally {
    input.dispose();
  }
}

/** Formats whose sound goes to the end of the file. */
const IN_ORDER: readonly InputFormat[] = [ADTS, FLAC, MATROSKA, MP3, OGG, WAVE, WEBM];
/** Formats in which a packet follows the one before it. Missing pages of Ogg are found before. */
const COUNTED: readonly InputFormat[] = [ADTS, FLAC, MP3, OGG, WAVE];

/** Seconds of a file by its containers, without decoding; null when they have none. */
export async function readDuration(file: Blob): Promise<number | null> {
  let seconds = 0;
  try {
    let begin = 0;
    for await (const { file: part, continues } of fileParts(file)) {
      const input = new Input({ source: new BlobSource(part), formats: ALL_FORMATS });
      try {
        const track = await input.getPrimaryAudioTrack();
        if (!track) continue;
        const end = await track.computeDuration();
        if (continues) seconds = begin + end;
        else {
          begin = seconds - (await startOf(input, part));
          seconds = begin + end;
        }
      } finally {
        input.dispose();
      }
    }
    return seconds > 0 ? seconds : null;
  } catch {
    // Ignored: decoding reports the error.
    return null;
  }
}

/** Where the first track begins: a transport stream may count from any second. */
async function startOf(input: Input, file: Blob): Promise<number> {
  const tracks = await input.getTracks();
  const playable = tracks.filter((track) => track.isAudioTrack() || track.isVideoTrack());
  const first = Math.max(0, await input.getFirstTimestamp(playable));
  if (playable.some((track) => track.isVideoTrack())) return first;
  return Math.min(first, (await pictureStart(file, await input.getFormat())) ?? first);
}

/** Encoders pad the first and last frame; formats store the padding in different places. */
async function findBounds(
  input: Input,
  format: InputFormat,
  track: InputAudioTrack,
  file: Blob,
): Promise<Bounds> {
  const start = await startOf(input, file);
  const hasTimes = !COUNTED.includes(format);
  // The last page says where the sound ends; some recorders write no times.
  if (format === OGG) {
    return { start, end: await track.computeDuration().catch(() => Infinity), hasTimes };
  }
  const trim = format === MP3 ? await readMp3Trim(file) : null;
  if (!trim) return { start, end: Infinity, hasTimes };
  const end = (await track.computeDuration()) - trim.end / track.sampleRate;
  return { start: start + trim.start / track.sampleRate, end, hasTimes };
}

/**
 * A stretch of a recording, in seconds: mono samples, −1…1, 16 000 Hz; fewer where the recording ends before. All sound
 * before it is decoded, and none behind it. @throws AudioError
 */
export async function cutClip(
  file: Blob,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const [first, last] = [Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)];
  const parts: Float32Array[] = [];
  let at = 0;
  for await (const piece of decodeAudio(file, signal)) {
    const next = at + piece.length;
    if (next > first) parts.push(samplesOf(piece).subarray(Math.max(0, first - at), last - at));
    at = next;
    if (at >= last) break;
  }
  return joinSamples(parts);
}
