import { notReachedText } from '#contract/download-reasons.ts';

/** A file of a model and where it comes from. */
export interface ModelFile {
  /** Inside the repository: `onnx/model_q4.onnx`. */
  path: string;
  url: string;
  /** Size; null while unknown. */
  bytes: number | null;
  /** SHA-256 in hexadecimal; null where the hub does not say. */
  sha256: string | null;
  /** SHA-256 of each `PIECE_BYTES` of it, where its source names them with that of the whole. */
  pieces?: readonly string[] | undefined;
}

/**
 * Bytes of a piece of a file that has a hash of its own. Browsers hash bytes in memory with the processor's own instructions, at ten
 * times the speed of WebAssembly, and cannot hash a stream.
 */
export const PIECE_BYTES = 1 << 23;

/** Why a download ended without its file. */
export type DownloadFault =
  | 'offline'
  | 'not-found'
  | 'refused'
  | 'busy'
  | 'corrupt'
  | 'disk-full'
  | 'no-files'
  | 'changed';

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly fault: DownloadFault;

  /** How long the server asks to wait before the next try; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    fault: DownloadFault,
    message: string,
    { cause, retryAfterMs = null }: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(message, { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

export const NO_NETWORK = 'This device is offline. Connect to a network and try again.';

/** The host did not answer at all; without a network no other host would. */
export function notReached(host: string, cause: unknown): DownloadError {
  const isOffline = globalThis.navigator?.onLine === false;
  const message = isOffline ? NO_NETWORK : notReachedText(host);
  return new DownloadError('offline', message, { cause });
}
