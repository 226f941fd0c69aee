/** A file could not be read; the message says why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
