import {
  type AudioCodec,
  AudioSample,
  CustomAudioDecoder,
  type EncodedPacket,
  registerDecoder,
} from 'mediabunny';
import type { DecodeWhole } from './aac-decoder.ts';
import type { DecodedFrames, FrameDecoder } from './frame-decoder.ts';

type Open = (config: AudioDecoderConfig) => Promise<FrameDecoder> | FrameDecoder;

/** Codecs that this browser's WebCodecs does not decode, with their decoders. */
const replaced = new Map<AudioCodec, Open>();
let isRegistered = false;
let decodeWhole: DecodeWhole = () => Promise.reject(new Error('No page decodes audio.'));

/** Each library is loaded by the first file that needs it. */
const LOAD: Partial<Record<AudioCodec, () => Promise<Open>>> = {
  mp3: async () => (await import('./mp3-decoder.ts')).openMp3,
  flac: async () => (await import('./flac-decoder.ts')).openFlac,
  opus: async () => (await import('./opus-decoder.ts')).openOpus,
  vorbis: async () => (await import('./vorbis-decoder.ts')).openVorbis,
};

/** Lets AAC be decoded by a page: workers have no decoder of their own but WebCodecs. */
export function setDecodeWhole(decode: DecodeWhole): void {
  decodeWhole = decode;
  LOAD.aac = async () => {
    const { openAac } = await import('./aac-decoder.ts');
    return (config) => openAac(config, (file, sampleRate) => decodeWhole(file, sampleRate));
  };
}

export function isReplaced(codec: AudioCodec): boolean {
  return replaced.has(codec);
}

/**
 * From now on a codec is decoded without WebCodecs. False when there is no other way.
 * The library is loaded here and not by `init`: mediabunny waits for a first sample once 40 packets
 * are queued, which AAC gives only for many more.
 */
export async function replaceDecoder(codec: AudioCodec): Promise<boolean> {
  if (replaced.has(codec)) return true;
  const open = await LOAD[codec]?.();
  if (!open) return false;
  replaced.set(codec, open);
  if (!isRegistered) registerDecoder(FallbackDecoder);
  isRegistered = true;
  return true;
}

/** Packets without sound that a file may begin with. */
const MAX_SILENT_START = 8;
/** Packets without sound after which none is expected: some seconds. */
const MAX_SILENT = 200;
/** Seconds by which times of packets may differ from their lengths. */
const MAX_SHIFT = 0.1;

/**
 * Decodes for mediabunny by the libraries above. A damaged packet becomes silence of its length: the
 * times after it stay right, and mediabunny waits for a sample once enough packets are queued.
 */
class FallbackDecoder extends CustomAudioDecoder {
  #decoder: FrameDecoder | null = null;
  /** Seconds; null before the first packet. */
  #start: number | null = null;
  #frames = 0;
  /** Where the packet before ends. */
  #end = Infinity;
  #hasSound = false;
  /** Packets before the first sound. */
  #silent = 0;

  static override supports(codec: AudioCodec): boolean {
    return replaced.has(codec);
  }

  async init(): Promise<void> {
    this.#decoder = (await replaced.get(this.codec)?.(this.config)) ?? null;
  }

  async decode(packet: EncodedPacket): Promise<void> {
    if (packet.timestamp - this.#end > MAX_SHIFT) await this.#restart();
    this.#start ??= packet.timestamp;
    this.#end = packet.timestamp + packet.duration;
    const decoded = (await this.#decoder?.decode(packet)) ?? null;
    if (decoded) this.#hasSound = true;
    // A decoder with a rest collects packets.
    if (decoded || this.#decoder?.flush) this.#send(decoded);
    else this.#sendSilence(packet);
  }

  /** Sound behind a gap has its own time. */
  async #restart(): Promise<void> {
    this.#send((await this.#decoder?.flush?.()) ?? null);
    this.#start = null;
    this.#frames = 0;
  }

  async flush(): Promise<void> {
    // mediabunny leaves a rejection of `flush` unhandled.
    const rest = await this.#decoder?.flush?.().catch((error: unknown) => this.onError(error));
    this.#send(rest ?? null);
    if (!this.#hasSound && this.#silent > MAX_SILENT_START) this.onError(noSound());
    this.#start = null;
    this.#frames = 0;
    this.#end = Infinity;
  }

  close(): void {
    this.#decoder?.close();
    this.#decoder = null;
  }

  #sendSilence({ duration }: EncodedPacket): void {
    if (!this.#hasSound) {
      this.#silent++;
      if (this.#silent <= MAX_SILENT_START) return;
      if (this.#silent > MAX_SILENT) {
        this.onError(noSound());
        return;
      }
    }
    const { sampleRate, numberOfChannels } = this.config;
    const length = Math.max(1, Math.round(duration * sampleRate));
    const channels = Array.from({ length: numberOfChannels }, () => new Float32Array(length));
    this.#send({ channels, sampleRate });
  }

  #send(decoded: DecodedFrames | null): void {
    const length = decoded?.channels[0]?.length ?? 0;
    if (!decoded || length === 0) return;
    const { channels, sampleRate } = decoded;
    const data = new Float32Array(length * channels.length);
    for (const [i, samples] of channels.entries()) data.set(samples, i * length);
    const timestamp = (this.#start ?? 0) + this.#frames / sampleRate;
    this.#frames += length;
    const format = 'f32-planar';
    const numberOfChannels = channels.length;
    this.onSample(new AudioSample({ data, format, numberOfChannels, sampleRate, timestamp }));
  }
}

const noSound = () => new Error('No packet at the start of the file could be decoded.');
