/** A vector as `/v1/embeddings` writes it in base64: little-endian float32. */
export function decodeVector(base64: string): Float32Array {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
