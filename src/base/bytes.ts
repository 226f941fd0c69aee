/** In Chromium 140, Firefox 133, Safari 18.2; not yet in TypeScript's library. */
interface NativeEncoder {
  toBase64?: () => string;
}
interface NativeDecoder {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** Bytes per `String.fromCharCode` call: more arguments overflow the stack. */
const STEP = 0x8000;

/** Pieces one after the other, zeros behind them up to `length`. */
export function joinBytes(
  parts: readonly Uint8Array[],
  length = parts.reduce((sum, part) => sum + part.length, 0),
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function toBase64(bytes: Uint8Array): string {
  const { toBase64: native } = bytes as NativeEncoder;
  if (native) return native.call(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i += STEP) {
    text += String.fromCharCode(...bytes.subarray(i, i + STEP));
  }
  return btoa(text);
}

export async function blobToBase64(blob: Blob): Promise<string> {
  return toBase64(new Uint8Array(await blob.arrayBuffer()));
}

/** @throws where the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: native } = Uint8Array as NativeDecoder;
  return native?.call(Uint8Array, text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Little-endian float32 numbers in base64, as `/v1/embeddings` writes them. @throws where the text is none. */
export function decodeFloats(base64: string): Float32Array {
  return new Float32Array(fromBase64(base64).buffer);
}

/** Every platform that runs a browser stores numbers in little-endian order. */
export function encodeFloats(vector: Float32Array): string {
  return toBase64(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}
