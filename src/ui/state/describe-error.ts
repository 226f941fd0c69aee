/** Names of exceptions that engines, browsers and libraries throw: their messages are for programmers. */
const RAW =
  /^(?:Type|Range|Reference|Syntax|URI|Eval|Aggregate|Internal|Runtime|Compile|Link|Dexie|MissingAPI|OpenFailed|DatabaseClosed|Constraint|Data|DataClone|Unknown|InvalidState|Version|TransactionInactive|Bulk|Modify|PrematureCommit|ReadOnly|InvalidTable|Schema|Upgrade|NoTransaction|Zod)Error$/;

/** What the browser means by the names a person can do something about. */
const KNOWN: Readonly<Record<string, string>> = {
  QuotaExceededError: 'The browser has no more room for data. Delete something and try again.',
  NotReadableError: 'The file could not be read. It may have been moved or changed.',
  NotFoundError: 'The file was not found.',
  NotAllowedError: 'The browser did not allow it.',
  SecurityError: 'The browser did not allow it.',
  AbortError: 'It was stopped.',
  TimeoutError: 'It took too long.',
  MissingAPIError: 'This browser cannot store data.',
};

/** An exception as a sentence: its own where we wrote it, never an engine's or a library's. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong.';
  const known = KNOWN[error.name];
  if (known !== undefined) return known;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return 'The connection failed.';
  }
  if (RAW.test(error.name) || error instanceof DOMException || error.message === '') {
    return 'Something went wrong. Reload the page and try again.';
  }
  return error.message;
}
