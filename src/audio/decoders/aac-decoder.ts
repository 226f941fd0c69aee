import type { EncodedPacket } from 'mediabunny';
import { AudioError } from '#audio/decoded.ts';
import { joinBytes } from '#base/bytes.ts';
import { type DecodedFrames, type FrameDecoder, headerOf } from './frame-decoder.ts';

/** Decodes a short file whole, at a sample rate of its own. In a page this is `decodeAudioData`. */
export type DecodeWhole = (
  file: Uint8Array<ArrayBuffer>,
  sampleRate: number,
) => Promise<Float32Array[]>;

/** Seconds of sound per decoder call. */
const SEGMENT_SECONDS = 20;
/** Packets of the segment before that are decoded again: each overlaps its neighbours. */
const PRE_ROLL = 4;

/**
 * AAC through a decoder of whole files, a segment at a time: no wasm decoder of AAC is free of patents
 * and every browser's `decodeAudioData` has one.
 */
export function openAac(config: AudioDecoderConfig, decodeWhole: DecodeWhole): FrameDecoder {
  // Without a header each packet describes itself (ADTS) already.
  const stream = config.description ? readConfig(headerOf(config)) : null;
  let packets: EncodedPacket[] = [];
  /** How many of `packets` were in the segment before. */
  let known = 0;

  async function decodeSegment(): Promise<DecodedFrames | null> {
    const fresh = packets.slice(known);
    if (fresh.length === 0) return null;
    const { sampleRate } = config;
    const decoded = await decodeWhole(toAdts(packets, stream), sampleRate).catch((cause) => {
      // The container was read, so a failure at the very start is the browser decoder's.
      throw known === 0
        ? new AudioError({ problem: 'unsupported_codec', codec: 'AAC' }, { cause })
        : cause;
    });
    const wanted = Math.round(fresh.reduce((sum, p) => sum + p.duration, 0) * sampleRate);
    packets = packets.slice(-PRE_ROLL);
    known = packets.length;
    return { channels: decoded.map((samples) => lastOf(samples, wanted)), sampleRate };
  }

  return {
    decode: (packet) => {
      packets.push(packet);
      const seconds = packets.slice(known).reduce((sum, p) => sum + p.duration, 0);
      return seconds >= SEGMENT_SECONDS ? decodeSegment() : null;
    },
    flush: decodeSegment,
    close: () => {},
  };
}

/** Some decoders leave the first frame out, so segments are aligned at their ends. */
function lastOf(samples: Float32Array, count: number): Float32Array {
  if (samples.length >= count) return samples.subarray(samples.length - count);
  const padded = new Float32Array(count);
  padded.set(samples, count - samples.length);
  return padded;
}

interface AacStream {
  objectType: number;
  rateIndex: number;
  channels: number;
}

/** @see ISO/IEC 14496-3, AudioSpecificConfig */
function readConfig(bytes: Uint8Array): AacStream {
  let at = 0;
  const read = (bits: number) => {
    let value = 0;
    for (let i = 0; i < bits; i++, at++) {
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  const readType = () => {
    const type = read(5);
    return type === 31 ? 32 + read(6) : type;
  };
  const readRate = () => {
    const index = read(4);
    return index === 15 ? indexOf(read(24)) : index;
  };
  let objectType = readType();
  const rateIndex = readRate();
  const channels = read(4);
  // High-efficiency AAC: the rate so far is that of its core, which is another type.
  if (objectType === 5 || objectType === 29) {
    readRate();
    objectType = readType();
  }
  return { objectType, rateIndex, channels };
}

const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];
const indexOf = (rate: number) => Math.max(0, RATES.indexOf(rate));

/** The packets as a file that describes itself. @see https://wiki.multimedia.cx/index.php/ADTS */
function toAdts(
  packets: readonly EncodedPacket[],
  stream: AacStream | null,
): Uint8Array<ArrayBuffer> {
  const parts = packets.flatMap(({ data }) => (stream ? [adtsHeader(data, stream), data] : [data]));
  return joinBytes(parts);
}

function adtsHeader(data: Uint8Array, { objectType, rateIndex, channels }: AacStream): Uint8Array {
  const length = data.length + 7;
  return Uint8Array.of(
    0xff,
    0xf1,
    ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  );
}
