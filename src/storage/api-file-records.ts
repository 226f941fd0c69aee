import type { BatchEndpoint, BatchStatus } from '#contract/answers/batches-answer.ts';
import type { FilePurpose } from '#contract/answers/files-answer.ts';

/** A file of `/v1/files`. Times in Unix milliseconds. */
export interface ApiFile {
  id: string;
  /** The key that uploaded it, or whose batch wrote it: only it sees the file. */
  keyId: string;
  at: number;
  name: string;
  purpose: FilePurpose;
  bytes: number;
  /** Null: it stays until it is deleted. */
  expiresAt: number | null;
}

/** The bytes of a file, apart: a list of files reads none of them. */
export interface ApiFileData {
  id: string;
  data: Blob;
}

/** A batch of `/v1/batches`. Times in Unix milliseconds, null before they come. */
export interface StoredBatch {
  id: string;
  keyId: string;
  at: number;
  endpoint: BatchEndpoint;
  inputFileId: string;
  /** The ceiling that the request which created it stated; null where it stated none. */
  boundary: string | null;
  /** What it said about recording it (`x-alcove-record`); null where it said nothing, absent in older rows. */
  record?: string | null;
  /** The metadata of the request as JSON text; null where it had none. */
  metadataJson: string | null;
  /** Milliseconds after which the files it writes expire. */
  keepMs: number;
  status: BatchStatus;
  /** The one model of its requests, once they are read. */
  model: string | null;
  /** Why the file of requests was refused, as JSON text of the contract's errors; null where it was not. */
  errorsJson: string | null;
  total: number;
  completed: number;
  failed: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  outputFileId: string | null;
  errorFileId: string | null;
  expiresAt: number;
  inProgressAt: number | null;
  finalizingAt: number | null;
  completedAt: number | null;
  failedAt: number | null;
  expiredAt: number | null;
  cancellingAt: number | null;
  cancelledAt: number | null;
}

/** The answer to one request of a batch that is not finished, as a line of its output. */
export interface BatchLine {
  /** Of the batch and the line, so that a line has one answer and answers are in the order of the requests. */
  id: string;
  batchId: string;
  /** Whether the line belongs to the file of errors. */
  isError: boolean;
  text: string;
}
