import { SAMPLE_RATE } from '#base/audio.ts';

const HEADER_BYTES = 44;

/** Mono samples from −1 to 1 as a WAV file of 16 bits. `rate` in Hz. */
export function toWav(samples: Float32Array, rate = SAMPLE_RATE): Blob {
  const dataBytes = samples.length * 2;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
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
  for (const [i, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    view.setInt16(HEADER_BYTES + i * 2, value, true);
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
}
