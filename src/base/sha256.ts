/** The SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export async function sha256(of: BufferSource | string): Promise<string> {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
