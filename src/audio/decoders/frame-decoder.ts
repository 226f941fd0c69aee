import type { EncodedPacket } from 'mediabunny';

/** Decoded samples of some packets, one array for each channel. */
export interface DecodedFrames {
  channels: Float32Array[];
  sampleRate: number;
}

/** A decoder that accepts a codec's packets in order. Null: nothing is complete yet. */
export interface FrameDecoder {
  decode(packet: EncodedPacket): Promise<DecodedFrames | null> | DecodedFrames | null;
  /** Samples that remain after the last packet. */
  flush?(): Promise<DecodedFrames | null>;
  close(): void;
}

/** What the decoders of wasm-audio-decoders answer. */
export interface WasmAudio {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/** The frames that a wasm decoder gave; null when none. */
export function toFrames({ channelData, samplesDecoded, sampleRate }: WasmAudio) {
  if (samplesDecoded === 0) return null;
  return {
    channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)),
    sampleRate,
  };
}

/** The codec's own header in a decoder's configuration. @throws Error when there is none. */
export function headerOf({ description }: AudioDecoderConfig): Uint8Array {
  if (!description) throw new Error('The codec has no header.');
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
