import type { Call } from '#api/call/call.ts';
import { readJson } from '#api/http/read-body.ts';
import type { BatchError, BatchObject } from '#contract/answers/batches-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import { MAX_BATCH_BYTES } from '#contract/batches/batches-request.ts';
import { MAX_EXPIRY_SECONDS } from '#contract/batches/files-request.ts';
import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import { invalidValue } from '#contract/errors.ts';
import { RECORD_HEADER } from '#contract/headers.ts';
import { queueFull } from '#contract/service-errors.ts';
import type { StoredBatch } from '#storage/api-file-records.ts';
import { isOpen } from '#storage/batches.ts';
import { newId, pageOf } from './files.ts';

/** Batches of one key that may wait or run. */
const MAX_OPEN = 50;
const WINDOW_MS = 86_400_000;
const PAGE = 20;
const MAX_PAGE = 100;

/** POST /v1/batches: the file of requests is checked afterwards, as at OpenAI. */
export async function answerCreateBatch(call: Call): Promise<Response> {
  const { api, key, request } = call;
  const asked = await readJson(call, 'batch');
  const keyId = key?.id ?? '';
  const file = await api.files.get(keyId, asked.input_file_id);
  if (!file) throw invalidValue('input_file_id', 'no file of this key has this id.');
  if (file.purpose !== 'batch') {
    throw invalidValue('input_file_id', `the file has the purpose '${file.purpose}', not 'batch'.`);
  }
  if (file.bytes > MAX_BATCH_BYTES) {
    throw invalidValue('input_file_id', `the file has more than ${MAX_BATCH_BYTES} bytes.`);
  }
  const own = await api.batches.list(keyId);
  if (own.filter(({ status }) => isOpen(status)).length >= MAX_OPEN) throw queueFull();
  const at = api.now();
  const batch: StoredBatch = {
    id: newId(call, 'batch_'),
    keyId,
    at,
    endpoint: asked.endpoint,
    inputFileId: file.id,
    boundary: request.headers.get(BOUNDARY_HEADER),
    record: request.headers.get(RECORD_HEADER),
    metadataJson: asked.metadata ? JSON.stringify(asked.metadata) : null,
    keepMs: (asked.output_expires_after?.seconds ?? MAX_EXPIRY_SECONDS) * 1_000,
    status: 'validating',
    expiresAt: at + WINDOW_MS,
    ...NOTHING_YET,
  };
  await api.batches.add(batch);
  api.runner?.wake();
  return Response.json(toBatchObject(batch));
}

const NOTHING_YET = {
  model: null,
  errorsJson: null,
  total: 0,
  completed: 0,
  failed: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  outputFileId: null,
  errorFileId: null,
  inProgressAt: null,
  finalizingAt: null,
  completedAt: null,
  failedAt: null,
  expiredAt: null,
  cancellingAt: null,
  cancelledAt: null,
} satisfies Partial<StoredBatch>;

/** GET /v1/batches */
export async function answerBatches(call: Call): Promise<Response> {
  const rows = await call.api.batches.list(call.key?.id ?? '');
  const query = new URL(call.request.url).searchParams;
  return Response.json(pageOf(query, rows.map(toBatchObject), MAX_PAGE, PAGE));
}

/** GET /v1/batches/{id} */
export async function answerBatch(call: Call): Promise<Response> {
  return Response.json(toBatchObject(await requireBatch(call)));
}

/** POST /v1/batches/{id}/cancel */
export async function answerCancelBatch(call: Call): Promise<Response> {
  const { id } = await requireBatch(call);
  const cancelled = await call.api.runner?.cancel(id);
  if (cancelled) return Response.json(toBatchObject(cancelled));
  const { status } = await requireBatch(call);
  // Cancelling twice is not an error.
  if (status === 'cancelling' || status === 'cancelled') {
    return Response.json(toBatchObject(await requireBatch(call)));
  }
  throw new ApiError(
    409,
    'batch_not_cancellable',
    `Cannot cancel a batch with status '${status}'.`,
    null,
    { headers: { 'x-should-retry': 'false' } },
  );
}

async function requireBatch(call: Call): Promise<StoredBatch> {
  const id = call.params['id'] ?? '';
  const row = await call.api.batches.get(call.key?.id ?? '', id);
  if (!row) {
    const message = `No batch found with id '${id.slice(0, 100)}'.`;
    throw new ApiError(404, 'batch_not_found', message, 'id');
  }
  return row;
}

function toBatchObject(row: StoredBatch): BatchObject {
  const errors = parseJson<BatchError[]>(row.errorsJson);
  return {
    id: row.id,
    object: 'batch',
    endpoint: row.endpoint,
    model: row.model,
    errors: errors && { object: 'list', data: errors },
    input_file_id: row.inputFileId,
    completion_window: '24h',
    status: row.status,
    output_file_id: row.outputFileId,
    error_file_id: row.errorFileId,
    created_at: Math.floor(row.at / 1_000),
    in_progress_at: seconds(row.inProgressAt),
    expires_at: seconds(row.expiresAt),
    finalizing_at: seconds(row.finalizingAt),
    completed_at: seconds(row.completedAt),
    failed_at: seconds(row.failedAt),
    expired_at: seconds(row.expiredAt),
    cancelling_at: seconds(row.cancellingAt),
    cancelled_at: seconds(row.cancelledAt),
    request_counts: { total: row.total, completed: row.completed, failed: row.failed },
    usage: {
      input_tokens: row.inputTokens,
      input_tokens_details: { cached_tokens: row.cachedTokens },
      output_tokens: row.outputTokens,
      output_tokens_details: { reasoning_tokens: row.reasoningTokens },
      total_tokens: row.inputTokens + row.outputTokens,
    },
    metadata: parseJson<Record<string, string>>(row.metadataJson),
  };
}

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1_000));

/** Null for a damaged row. */
function parseJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
