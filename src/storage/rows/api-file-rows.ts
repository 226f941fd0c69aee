import { BATCH_ENDPOINTS, BATCH_STATUSES } from '#contract/answers/batches-answer.ts';
import { LISTED_PURPOSES } from '#contract/answers/files-answer.ts';
import { FILE_STATUSES } from '#contract/answers/vector-stores-answer.ts';
import { MAX_EXPIRY_SECONDS } from '#contract/batches/files-request.ts';
import { MAX_DAYS } from '#contract/vector-stores/requests.ts';
import type {
  ApiFile,
  ApiFileData,
  BatchLine,
  StoredBatch,
  StoredVectorStore,
  VectorStoreFile,
} from '#storage/api-file-records.ts';
import {
  amount,
  blob,
  flag,
  id,
  name,
  nullable,
  oneOf,
  type RowParser,
  row,
  time,
  z,
} from './fields.ts';

const text = z.string();

/** Text that reads as a JSON object. */
const json = z.string().check(
  z.refine((value) => {
    try {
      return typeof JSON.parse(value) === 'object';
    } catch {
      return false;
    }
  }),
);

export const apiFile: RowParser<ApiFile> = row<ApiFile>({
  id,
  // Whose it is cannot be guessed.
  keyId: id,
  at: time(),
  name: name('file'),
  purpose: oneOf(LISTED_PURPOSES, 'user_data'),
  bytes: amount(),
  expiresAt: nullable(time()),
});

export const apiFileData: RowParser<ApiFileData> = row<ApiFileData>({ id, data: blob });

export const batch: RowParser<StoredBatch> = row<StoredBatch>({
  id,
  keyId: id,
  at: time(),
  endpoint: z.enum(BATCH_ENDPOINTS),
  inputFileId: id,
  // An unknown ceiling is refused by every request: it must not become none.
  boundary: z.nullable(text),
  // One that is damaged must not become a consent.
  record: z.catch(z.optional(z.nullable(text)), 'no'),
  metadataJson: nullable(text),
  keepMs: amount(MAX_EXPIRY_SECONDS * 1_000),
  // One whose state is unknown must not run again.
  status: oneOf(BATCH_STATUSES, 'failed'),
  model: nullable(text),
  errorsJson: nullable(text),
  total: amount(),
  completed: amount(),
  failed: amount(),
  inputTokens: amount(),
  cachedTokens: amount(),
  outputTokens: amount(),
  reasoningTokens: amount(),
  outputFileId: nullable(text),
  errorFileId: nullable(text),
  expiresAt: time(),
  inProgressAt: nullable(time()),
  finalizingAt: nullable(time()),
  completedAt: nullable(time()),
  failedAt: nullable(time()),
  expiredAt: nullable(time()),
  cancellingAt: nullable(time()),
  cancelledAt: nullable(time()),
});

export const batchLine: RowParser<BatchLine> = row<BatchLine>({
  id,
  batchId: id,
  isError: flag(),
  text,
});

export const vectorStore: RowParser<StoredVectorStore> = row<StoredVectorStore>({
  id,
  keyId: id,
  at: time(),
  name: name(''),
  description: nullable(name('')),
  lastActiveAt: time(),
  // One whose end is unknown stays.
  expiresDays: nullable(amount(MAX_DAYS)),
  metadataJson: nullable(json),
});

export const vectorStoreFile: RowParser<VectorStoreFile> = row<VectorStoreFile>({
  id,
  storeId: id,
  fileId: id,
  batchId: nullable(text),
  at: time(),
  name: name('file'),
  status: oneOf(FILE_STATUSES, 'failed'),
  errorCode: nullable(text),
  errorMessage: nullable(text),
  attributesJson: nullable(json),
  chunkTokens: nullable(amount()),
  overlapTokens: nullable(amount()),
  bytes: amount(),
});
