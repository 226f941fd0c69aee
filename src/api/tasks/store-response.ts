import type { Call } from '#api/call/call.ts';
import type { ResponseObject } from '#contract/answers/responses-answer.ts';
import type { ResponsesRequest } from '#contract/responses-request.ts';
import { storageFull } from '#contract/service-errors.ts';
import { toStorageError } from '#storage/open-database.ts';
import { toItems } from './responses-chat.ts';

/** Stores an answer for its key, unless the request asks not to. @throws ApiError 503 on a full disk. */
export async function storeResponse(
  call: Call,
  request: ResponsesRequest,
  response: ResponseObject,
): Promise<void> {
  if (!response.store) return;
  const row = {
    id: response.id,
    keyId: call.key?.id ?? '',
    at: call.api.now(),
    previousId: response.previous_response_id,
    inputJson: JSON.stringify(toItems(request.input)),
    responseJson: JSON.stringify(response),
  };
  try {
    await call.api.responses.put(row);
  } catch (error) {
    throw toStorageError(error)?.problem === 'full' ? storageFull() : error;
  }
}
