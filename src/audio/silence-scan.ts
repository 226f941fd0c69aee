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
/** Seconds without packets that are a gap: times are rounded. Beyond a day, the recorder's clock was set. */
const [MIN_GAP, MAX_GAP] = [0.1, 24 * 3_600];
/** Milliseconds after which messages are let in. */
const PAUSE_MS = 30;

/**
 * Finds long silence by the sizes of packets, and gaps by their times, a little ahead of the decoder: the decoders of
 * some browsers number their output by its length and know no gaps.
 */
export class SilenceScan {
  readonly #packets: AsyncIterator<EncodedPacket>;
  readonly #isTiny: (packet: EncodedPacket) => boolean;
  readonly #signal: AbortSignal;
  #gaps: { from: number; to: number; packet: number }[] = [];
  #run: { from: number; to: number } | null = null;
  #reached = 0;
  /** Seconds of the last packet. */
  #packet: number | null = null;
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

  /** Null where a track needs no scan. `hasTimes`: whether its packets have times, so that some may be missing. */
  static async open(
    track: InputAudioTrack,
    file: Blob,
    hasTimes: boolean,
    signal: AbortSignal,
  ): Promise<SilenceScan | null> {
    const seconds = (await track.getDurationFromMetadata().catch(() => null)) ?? Infinity;
    const known = file.size > seconds * MIN_RATE ? undefined : track.codec && TINY[track.codec];
    if (!known && !hasTimes) return null;
    const isTiny = known ?? (() => false);
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    });
    return new SilenceScan(packets, (packet) => isTiny(packet, track.numberOfChannels), signal);
  }

  /** Where decoding resumes, if a second is behind a gap, or nothing but silence follows it for long. */
  async endOfRun(seconds: number): Promise<number | null> {
    while (!this.#hasEnded && this.#reached < seconds + MIN_RUN) await this.#next();
    this.#gaps = this.#gaps.filter(({ to, packet }) => seconds < to - packet / 2);
    const [gap] = this.#gaps;
    if (gap && seconds > gap.from - gap.packet / 2) return gap.to;
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
    // MP4 has a packet last until the next one, over a gap as well.
    const packet = Math.min(value.duration, Math.max(MIN_GAP, 2 * (this.#packet ?? Infinity)));
    const end = value.timestamp + packet;
    const gap = value.timestamp - this.#reached;
    if (this.#packet !== null && gap > MIN_GAP && gap < MAX_GAP) {
      this.#gaps.push({ from: this.#reached, to: value.timestamp, packet });
    }
    this.#packet = packet;
    if (this.#isTiny(value)) {
      const follows = this.#run?.to === this.#reached;
      this.#run = { from: follows && this.#run ? this.#run.from : value.timestamp, to: end };
    }
    this.#reached = end;
  }
}
