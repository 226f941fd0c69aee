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

/** Why a file gives no sound. The sentences are written where they are shown. */
export type AudioFault =
  /** It begins like no format that is read here. */
  | { problem: 'unknown_format' }
  | { problem: 'no_audio_track' }
  /** The file may be fine. `codec`: its usual name; null where the file does not name it. */
  | { problem: 'unsupported_codec'; codec: string | null }
  | { problem: 'unsupported_rate'; rate: number }
  | { problem: 'damaged' };

/** A file that holds no audio that can be decoded here. */
export class AudioError extends Error {
  override readonly name = 'AudioError';
  readonly fault: AudioFault;

  constructor(fault: AudioFault, options?: ErrorOptions) {
    super(fault.problem, options);
    this.fault = fault;
  }
}
