import type { AudioProblem } from '#contract/answers/error-answer.ts';
import { DocumentError } from '#documents/document-error.ts';
import { type StorageProblem, toStorageError } from '#storage/open-database.ts';
import { apiErrorText, sentenceText } from '#ui/messages/dictionary.ts';
import type { documentsText } from '#ui/messages/documents.ts';
import { errorsText } from '#ui/messages/errors.ts';

/** A failed answer of `/v1`, in words for a person. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly requestId: string | null;
  readonly code: string | null;
  /** Why a file gave no sound, where that is why it failed. */
  readonly audio: AudioProblem | null;

  constructor(
    message: string,
    code: string | null = null,
    requestId: string | null = null,
    audio: AudioProblem | null = null,
  ) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.audio = audio;
  }
}

/** Names of exceptions that engines, browsers and libraries throw: their messages are for programmers. */
const RAW =
  /^(?:Type|Range|Reference|Syntax|URI|Eval|Aggregate|Internal|Runtime|Compile|Link|Dexie|MissingAPI|OpenFailed|DatabaseClosed|Constraint|Data|DataClone|Unknown|InvalidState|Version|TransactionInactive|Bulk|Modify|PrematureCommit|ReadOnly|InvalidTable|Schema|Upgrade|NoTransaction|Zod)Error$/;

/** Storage failures are recognised by name only where no other code throws them. */
const OFTEN_OTHER = /^(?:Security|InvalidState|Unknown)Error$/;

/** What the browser means by the names a person can do something about. */
const KNOWN: Readonly<Record<string, Exclude<keyof typeof errorsText, 'failed' | 'freeStorage'>>> =
  {
    QuotaExceededError: 'noRoom',
    NotReadableError: 'notReadable',
    NotFoundError: 'notFound',
    NotAllowedError: 'notAllowed',
    SecurityError: 'notAllowed',
    AbortError: 'stopped',
    TimeoutError: 'timeout',
    MissingAPIError: 'cannotStore',
    MissingCodesError: 'missingCodes',
  };

const STORAGE = {
  missing: 'storageMissing',
  blocked: 'storageBlocked',
  silent: 'storageSilent',
  full: 'noRoom',
  newer: 'storageNewer',
  damaged: 'storageDamaged',
  failed: 'storageFailed',
} as const satisfies Record<StorageProblem, keyof typeof errorsText>;

let documents: typeof documentsText | null = null;

/** Gives the sentences about files, which code that reads files loads with it: the first page goes without. */
export function describeFilesWith(sentences: typeof documentsText): void {
  documents = sentences;
}

/** An exception as a sentence: its own where we wrote it, never an engine's or a library's. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return errorsText.unknown;
  const storage = OFTEN_OTHER.test(error.name) ? null : toStorageError(error);
  if (storage) return errorsText[STORAGE[storage.problem]];
  if (documents && error instanceof DocumentError) return documents[error.fault](error.facts);
  if (error instanceof AnswerError) return apiErrorText(error.code, error.message);
  const known = KNOWN[error.name];
  if (known !== undefined) return errorsText[known];
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return errorsText.noConnection;
  }
  if (RAW.test(error.name) || error instanceof DOMException || error.message === '') {
    return errorsText.unknownReload;
  }
  return sentenceText(error.message);
}
