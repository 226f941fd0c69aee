import type { Call } from '#api/call/call.ts';
import { parseForm } from '#api/http/read-body.ts';
import { readForm } from '#api/http/read-form.ts';
import type { FileObject } from '#contract/answers/files-answer.ts';
import { LISTED_PURPOSES } from '#contract/answers/files-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import { MAX_EXPIRY_SECONDS } from '#contract/batches/files-request.ts';
import { invalidValue, unsupportedValue } from '#contract/errors.ts';
import { noRoomForFile } from '#contract/service-errors.ts';
import type { ApiFile } from '#storage/api-file-records.ts';
import { FileQuotaError, MAX_FILES, MAX_KEY_BYTES } from '#storage/api-files.ts';
import { toStorageError } from '#storage/open-database.ts';

/** Characters of a file's name that are stored. */
const MAX_NAME = 255;
const PAGE = 10_000;

/** POST /v1/files: the bytes stay a blob, so that a large file takes no memory. */
export async function answerUpload(call: Call): Promise<Response> {
  const form = await readForm(call.request);
  const { file, purpose, expires_after: expires } = await parseForm(call, 'file', form);
  const [data] = file as [File];
  const at = call.api.now();
  const seconds = expires?.seconds ?? (purpose === 'batch' ? MAX_EXPIRY_SECONDS : null);
  try {
    const row = await call.api.files.add({
      id: newId(call, 'file-'),
      keyId: call.key?.id ?? '',
      name: data.name.slice(0, MAX_NAME) || 'file',
      purpose,
      // Without the name and the type that the client gave it.
      data: data.slice(),
      at,
      expiresAt: seconds === null ? null : at + seconds * 1_000,
    });
    return Response.json(toFileObject(row));
  } catch (error) {
    if (error instanceof FileQuotaError) throw tooManyFiles();
    throw toStorageError(error)?.problem === 'full' ? noRoomForFile() : error;
  }
}

/** GET /v1/files */
export async function answerFiles(call: Call): Promise<Response> {
  const query = new URL(call.request.url).searchParams;
  const purpose = query.get('purpose');
  if (purpose !== null && !(LISTED_PURPOSES as readonly string[]).includes(purpose)) {
    throw unsupportedValue('purpose', purpose, LISTED_PURPOSES);
  }
  const all = await call.api.files.list(call.key?.id ?? '');
  const rows = purpose === null ? all : all.filter((row) => row.purpose === purpose);
  return Response.json(pageOf(query, rows.map(toFileObject), PAGE));
}

/** GET /v1/files/{id} */
export async function answerFile(call: Call): Promise<Response> {
  return Response.json(toFileObject(await requireFile(call)));
}

/** GET /v1/files/{id}/content */
export async function answerFileContent(call: Call): Promise<Response> {
  const { id, bytes } = await requireFile(call);
  const data = await call.api.files.data(id);
  if (!data) throw fileNotFound(id);
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes),
    // Its name may hold what no header may.
    'content-disposition': `attachment; filename="${id}"`,
  };
  return new Response(data.stream(), { headers });
}

/** DELETE /v1/files/{id} */
export async function answerDeleteFile(call: Call): Promise<Response> {
  const { id } = await requireFile(call);
  if ((await call.api.batches.open()).some(({ inputFileId }) => inputFileId === id)) {
    throw new ApiError(
      400,
      'file_in_use',
      `A batch reads the file '${id}': cancel the batch first.`,
      'id',
    );
  }
  await call.api.files.delete(id);
  return Response.json({ id, object: 'file', deleted: true });
}

async function requireFile(call: Call): Promise<ApiFile> {
  const id = call.params['id'] ?? '';
  const row = await call.api.files.get(call.key?.id ?? '', id);
  if (!row) throw fileNotFound(id);
  return row;
}

const fileNotFound = (id: string) =>
  new ApiError(404, 'file_not_found', `No such File object: ${id.slice(0, 100)}`, 'id');

const tooManyFiles = () =>
  new ApiError(
    400,
    'file_quota_exceeded',
    `A key may have ${MAX_FILES} files with ${MAX_KEY_BYTES / 2 ** 30} GiB together. Delete some of them.`,
    'file',
  );

/** `file-` and 32 characters. */
export const newId = ({ api }: Pick<Call, 'api'>, prefix: string): string =>
  prefix + api.uuid().replaceAll('-', '');

/**
 * A page of a list that is in the order of its making. `max`: the most items a page may have.
 * @throws ApiError 400 for `limit`, `after`, `before` and `order`.
 */
export function pageOf<T extends { id: string }>(
  query: URLSearchParams,
  items: readonly T[],
  max: number,
  usual = max,
) {
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw unsupportedValue('order', order, ['asc', 'desc']);
  const limit = Number(query.get('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) {
    throw invalidValue('limit', `it is a whole number from 1 to ${max}.`);
  }
  const sorted = order === 'asc' ? items : items.toReversed();
  const placeOf = (name: string, usually: number) => {
    const id = query.get(name);
    const place = id === null ? usually : sorted.findIndex((one) => one.id === id);
    if (id !== null && place < 0) throw invalidValue(name, 'nothing in the list has this id.');
    return place;
  };
  const start = placeOf('after', -1) + 1;
  const end = placeOf('before', sorted.length);
  // The page next to the item that the client names: `before` alone goes back from it.
  const isBack = query.has('before') && !query.has('after');
  const data = isBack
    ? sorted.slice(Math.max(0, end - limit), end)
    : sorted.slice(start, Math.min(end, start + limit));
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: Math.max(0, end - start) > limit,
  };
}

function toFileObject({ id, bytes, at, expiresAt, name, purpose }: ApiFile): FileObject {
  return {
    id,
    object: 'file',
    bytes,
    created_at: Math.floor(at / 1_000),
    expires_at: expiresAt === null ? null : Math.floor(expiresAt / 1_000),
    filename: name,
    purpose,
    status: 'processed',
    status_details: null,
  };
}
