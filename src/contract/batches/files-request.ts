import { isRecord } from '#base/guards.ts';
import { FILE_PURPOSES } from '#contract/answers/files-answer.ts';
import { invalidValue, missingParameter } from '#contract/errors.ts';
import { integer, list, object, oneOf } from '#contract/fields.ts';
import { firstError } from '#contract/first-error.ts';
import { refusals } from '#contract/request-fields.ts';
import { shownAs, z } from '#contract/zod.ts';

/** Seconds until a file may expire: an hour to thirty days. */
const MIN_SECONDS = 3_600;
export const MAX_EXPIRY_SECONDS = 2_592_000;

/** When a file expires; in a form `expires_after[anchor]` and `expires_after[seconds]`. */
export const expiresAfter = object({
  anchor: oneOf(['created_at']),
  seconds: integer(MIN_SECONDS, MAX_EXPIRY_SECONDS),
});

const files = list(z.custom<File>((value) => value instanceof Blob, { error: 'type:a file' }));

/** Form fields of POST /v1/files. */
export const fileRequest = object({
  file: shownAs(z.file(), files),
  purpose: oneOf(FILE_PURPOSES),
  expires_after: expiresAfter
    .nullish()
    .describe('Files with the purpose `batch` expire after 30 days when absent, others never.'),
});

export type FileRequest = z.infer<typeof fileRequest>;

/** @throws ApiError the first failure in the order of the fields. */
export function parseFileRequest(fields: unknown): FileRequest {
  const result = fileRequest.safeParse(fields);
  const found = isRecord(fields) ? [...refusals('files', fields)] : [];
  const order = Object.keys(fileRequest.shape);
  const error = firstError(result.error?.issues ?? [], found, fields, order);
  if (error) throw error;
  const request = result.data as FileRequest;
  const [file, ...others] = request.file;
  if (!file) throw missingParameter('file');
  if (others.length > 0) throw invalidValue('file', 'one file a request is uploaded.');
  if (file.size === 0) throw invalidValue('file', 'it is empty.');
  return request;
}
