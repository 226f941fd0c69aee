/** A table of character codes that a PDF names could not be fetched: the same file can be read later. */
export class MissingCodesError extends Error {
  override readonly name = 'MissingCodesError';
}
