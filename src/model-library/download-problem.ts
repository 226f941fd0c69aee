import { NO_STORAGE } from '#contract/no-storage.ts';

const UNKNOWN = 'The download failed. Resume it, or reload the page.';

/** Names of errors with messages written for people: the name of an error crosses threads, its class does not. */
const OURS = new Set(['Error', 'DownloadError', 'WorkerError']);

/** Why a download failed, as a sentence for a person: never the words of a browser or a library. */
export function downloadProblem(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  if (error.name === 'QuotaExceededError') return NO_STORAGE;
  return OURS.has(error.name) ? error.message : UNKNOWN;
}

/** What a person reads when stored files are not as they were downloaded. */
export function damagedProblem(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  const what = more.length === 0 ? `"${first}" has` : `"${first}" and ${more.length} more have`;
  return `${what} changed on this device since the download. Download it again.`;
}
