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
    text += String.fromCharCode(...bytes.subarray(i, i + STEP));
  }
  return btoa(text);
}

/** @throws when the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: native } = Uint8Array as NativeDecoder;
  if (native) return native.call(Uint8Array, text);
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
