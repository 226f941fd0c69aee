import {
  type AudioCodec,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
} from 'mediabunny';

/** Codecs that write next to nothing for silence, so that a small file may last for days. */
const TINY: Partial<Record<AudioCodec, (packet: EncodedPacket, channels: number) => boolean>> = {
  // Every channel is one number: a header of 16 bytes, five for each, and a checksum of two.
  flac: ({ byteLength }, channels) => byteLength <= 18 + 5 * channels,
  opus: ({ byteLength }) => byteLength <= 3,
  vorbis: ({ byteLength }) => byteLength <= 3,
};
/** Bytes a second above which a file is worth decoding whole: the least that speech needs. */
const MIN_RATE = 2_000;
/** Seconds of silence that are passed over; the edges of a stretch are decoded. */
const MIN_RUN = 10;
const EDGE = 1;
/** Milliseconds after which messages are let in. */
const PAUSE_MS = 30;

/** Finds long silence by the sizes of packets, a little ahead of the decoder. */
export class SilenceScan {
  readonly #packets: AsyncIterator<EncodedPacket>;
  readonly #isTiny: (packet: EncodedPacket) => boolean;
  readonly #signal: AbortSignal;
  #run: { from: number; to: number } | null = null;
  #reached = 0;
  #hasEnded = false;
  #paused = performance.now();

  private constructor(
    packets: AsyncIterator<EncodedPacket>,
    isTiny: (packet: EncodedPacket) => boolean,
    signal: AbortSignal,
  ) {
    this.#packets = packets;
    this.#isTiny = isTiny;
    this.#signal = signal;
  }

  /** Null where a track needs no scan. */
  static async open(
    track: InputAudioTrack,
    file: Blob,
    signal: AbortSignal,
  ): Promise<SilenceScan | null> {
    const isTiny = track.codec && TINY[track.codec];
    if (!isTiny) return null;
    const seconds = (await track.getDurationFromMetadata().catch(() => null)) ?? Infinity;
    if (file.size > seconds * MIN_RATE) return null;
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    });
    return new SilenceScan(packets, (packet) => isTiny(packet, track.numberOfChannels), signal);
  }

  /** Where decoding resumes, if nothing but silence follows a second for long. */
  async endOfRun(seconds: number): Promise<number | null> {
    while (!this.#hasEnded && this.#reached < seconds + MIN_RUN) await this.#next();
    if (!this.#run || seconds < this.#run.from + EDGE || this.#run.to < seconds + MIN_RUN)
      return null;
    while (!this.#hasEnded && this.#run.to === this.#reached) await this.#next();
    return this.#run.to - EDGE;
  }

  async #next(): Promise<void> {
    const { value, done } = await this.#packets.next();
    if (performance.now() - this.#paused > PAUSE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#paused = performance.now();
      this.#signal.throwIfAborted();
    }
    if (done) {
      this.#hasEnded = true;
      return;
    }
    const end = value.timestamp + value.duration;
    if (this.#isTiny(value)) {
      const follows = this.#run?.to === this.#reached;
      this.#run = { from: follows && this.#run ? this.#run.from : value.timestamp, to: end };
    }
    this.#reached = end;
  }
}
