interface NativeBase64 {
  toBase64?: () => string;
}
interface NativeDecoder {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** Bytes per `String.fromCharCode` call: more arguments overflow the stack. */
const STEP = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  const { toBase64: native } = bytes as NativeBase64;
  if (native) return native.call(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i += STEP) {
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + STEP) as unknown as number[]);
  }
  return btoa(text);
}

/** @throws when the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: native } = Uint8Array as NativeDecoder;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
