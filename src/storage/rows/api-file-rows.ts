import { BATCH_ENDPOINTS, BATCH_STATUSES } from '#contract/answers/batches-answer.ts';
import { LISTED_PURPOSES } from '#contract/answers/files-answer.ts';
import { MAX_EXPIRY_SECONDS } from '#contract/batches/files-request.ts';
import type { ApiFile, ApiFileData, BatchLine, StoredBatch } from '#storage/api-file-records.ts';
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
