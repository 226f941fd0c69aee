/** Silence by its length alone, in samples: hours of it cost nothing. */
export interface Silence {
  readonly isSilent: true;
  readonly length: number;
}

/** Decoded sound: mono samples of −1…1 at 16 000 Hz, or a stretch of silence. */
export type Piece = Float32Array | Silence;

export const silence = (length: number): Silence => ({ isSilent: true, length });

/** A piece as samples. Only for lengths that fit into memory. */
export const samplesOf = (piece: Piece): Float32Array =>
  'isSilent' in piece ? new Float32Array(piece.length) : piece;
