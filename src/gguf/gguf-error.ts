/** Why a GGUF file cannot be used, a whole sentence for a person. */
export class GgufError extends Error {
  override readonly name = 'GgufError';
}
