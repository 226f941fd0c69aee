import { NO_STORAGE } from '#contract/download-reasons.ts';

const UNKNOWN = 'The download failed. Resume it, or reload the page.';

/** Names of errors with messages written for people: the name of an error crosses threads, its class does not. */
const OURS = new Set(['Error', 'DownloadError', 'WorkerError', 'GgufError', 'PackError']);

/** Why a download failed, as a sentence for a person: never the words of a browser or a library. */
export function downloadProblem(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  if (error.name === 'QuotaExceededError') return NO_STORAGE;
  return OURS.has(error.name) ? error.message : UNKNOWN;
}

/** What a person reads when stored files are not as they were downloaded, or as they were converted from a file. */
export function damagedProblem(paths: readonly string[], isOwnFile = false): string {
  const [first = '', ...more] = paths;
  const what = more.length === 0 ? `"${first}" has` : `"${first}" and ${more.length} more have`;
  if (isOwnFile)
    return `${what} changed on this device since the conversion. Choose the file again.`;
  return `${what} changed on this device since the download. Download it again.`;
}
