/** Hz of the file. */
const RATE = 8_000;
/** Samples of a block: the most of one that encoders write. */
const BLOCK = 65_535;
const BITS = 16;

/** Check sums of FLAC: the most significant bit first, without an inversion. */
function checksum(bytes: Uint8Array, polynomial: number, width: 8 | 16): number {
  const [top, all] = [1 << (width - 1), (1 << width) - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & all;
  }
  return sum;
}

/** A frame number in the form of a code point in UTF-8, surrogates too. */
function utf8(number: number): number[] {
  const rest = (bits: number) => 0x80 | ((number >> bits) & 63);
  if (number < 0x80) return [number];
  if (number < 0x800) return [0xc0 | (number >> 6), rest(0)];
  if (number < 0x10000) return [0xe0 | (number >> 12), rest(6), rest(0)];
  return [0xf0 | (number >> 18), rest(12), rest(6), rest(0)];
}

/** A frame in one channel: a header, one subframe and two check sums. */
function frame(number: number, length: number, subframe: readonly number[]): Uint8Array {
  // Blocks of one size; its 16 bits follow the number; 8 kHz; one channel; 16 bits a sample.
  const header = [0xff, 0xf8, 0x74, 0x08, ...utf8(number), (length - 1) >> 8, (length - 1) & 255];
  const checked = [...header, checksum(Uint8Array.from(header), 0x07, 8), ...subframe];
  const sum = checksum(Uint8Array.from(checked), 0x8005, 16);
  return Uint8Array.of(...checked, sum >> 8, sum & 255);
}

/** A FLAC file of silence, one number a block, that ends in a second of a tone. `blockSize`: samples. */
export function silentFlac(hours: number, blockSize = BLOCK): Blob {
  const blocks = Math.round((hours * 3_600 * RATE) / blockSize);
  const tone = Array.from({ length: RATE }, (_, i) => Math.round(9_000 * Math.sin(i / 3)));
  const verbatim = [0x02, ...tone.flatMap((sample) => [(sample >> 8) & 255, sample & 255])];
  const info = new DataView(new ArrayBuffer(34));
  info.setUint16(0, blockSize);
  info.setUint16(2, blockSize);
  // 20 bits of rate, 3 of channels, 5 of bits, 36 of samples.
  const samples = BigInt(blocks * blockSize + tone.length);
  info.setBigUint64(10, (BigInt(RATE) << 44n) | (BigInt(BITS - 1) << 36n) | samples);
  const head = Uint8Array.of(0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, info.byteLength);
  const silence = Array.from({ length: blocks }, (_, i) => frame(i, blockSize, [0x00, 0, 0]));
  return new Blob([head, info, ...silence, frame(blocks, tone.length, verbatim)] as BlobPart[]);
}
