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

/** A vector store of `/v1/vector_stores`: its documents have its id as their `conversationId`. Times in Unix milliseconds. */
export interface StoredVectorStore {
  /** Begins with `vs_`: no chat or project has such an id. */
  id: string;
  keyId: string;
  at: number;
  name: string;
  description: string | null;
  /** When it was last searched or changed. */
  lastActiveAt: number;
  /** Days after that until it is gone; null where it stays. */
  expiresDays: number | null;
  metadataJson: string | null;
}

export type VectorStoreFileStatus = 'in_progress' | 'completed' | 'cancelled' | 'failed';

/** A file of a vector store. Its text is a document with the same id. */
export interface VectorStoreFile {
  /** Of the store and the file. */
  id: string;
  storeId: string;
  fileId: string;
  /** The batch that it was added with; null where it came alone. */
  batchId: string | null;
  at: number;
  name: string;
  status: VectorStoreFileStatus;
  /** Why it failed. */
  errorCode: string | null;
  errorMessage: string | null;
  attributesJson: string | null;
  /** The most tokens of a passage and those that the next repeats, as the client asked for; null where it did not. */
  chunkTokens: number | null;
  overlapTokens: number | null;
  /** Of its passages and their vectors. */
  bytes: number;
}
