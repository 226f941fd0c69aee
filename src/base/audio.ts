/** Samples per second of the mono audio that every speech model takes. */
export const SAMPLE_RATE = 16_000;

/** Pieces of sound as one. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const WAV_HEADER_BYTES = 44;
/** The sizes of a file that is still being written, as streaming encoders declare them. */
export const UNKNOWN_SIZE = 0xffff_ffff;

/** Mono samples from −1 to 1 as a WAV file of 16 bits. `rate` in Hz. */
export function toWav(samples: Float32Array, rate = SAMPLE_RATE): Blob {
  const pcm = toPcm(samples);
  return new Blob([wavHeader(rate, pcm.length), pcm], { type: 'audio/wav' });
}

/** Samples from −1 to 1 as little-endian numbers of 16 bits. */
export function toPcm(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [i, sample] of samples.entries()) {
    view.setInt16(i * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  }
  return new Uint8Array(view.buffer);
}

/** The inverse of `toPcm`; half a sample at the end is dropped. */
export function fromPcm(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: bytes.byteLength >> 1 },
    (_, i) => view.getInt16(i * 2, true) / 32_768,
  );
}

/** The header of a file of mono samples of 16 bits. @param dataBytes `UNKNOWN_SIZE` where more follow */
export function wavHeader(rate: number, dataBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, Math.min(UNKNOWN_SIZE, WAV_HEADER_BYTES - 8 + dataBytes), true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, dataBytes, true);
  return new Uint8Array(view.buffer);
}
