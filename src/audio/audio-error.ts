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
