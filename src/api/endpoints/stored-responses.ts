import type { Call } from '#api/call/call.ts';
import { toItems } from '#api/tasks/responses-chat.ts';
import { type OutputItem, responseObject } from '#contract/answers/responses-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import { invalidValue, unsupportedParameter } from '#contract/errors.ts';
import {
  type InputItem,
  type ResponsesRequest,
  responsesRequest,
} from '#contract/responses-request.ts';
import { z } from '#contract/zod.ts';
import type { StoredResponse } from '#storage/service-records.ts';

/** GET /v1/responses/{id} */
export async function answerStoredResponse(call: Call): Promise<Response> {
  const row = await requireStored(call);
  // A client that waits for events would read the JSON as a stream without any.
  if (new URL(call.request.url).searchParams.get('stream') === 'true') {
    throw unsupportedParameter('stream', 'A stored response is returned whole.');
  }
  return new Response(row.responseJson, { headers: { 'content-type': 'application/json' } });
}

/** DELETE /v1/responses/{id} */
export async function answerDeleteResponse(call: Call): Promise<Response> {
  const id = call.params['id'] ?? '';
  if (!(await call.api.responses.delete(call.key?.id ?? '', id))) throw responseNotFound(id);
  return Response.json({ id, object: 'response.deleted', deleted: true });
}

/** POST /v1/responses/{id}/cancel */
export async function answerCancelResponse(call: Call): Promise<Response> {
  await requireStored(call);
  throw new ApiError(
    400,
    'response_not_cancellable',
    'The response is written: none is written in the background here. To end one that is being written, close its request.',
  );
}

/** Items of a page: as many as at OpenAI. */
const PAGE = 20;
const MAX_PAGE = 100;

/** GET /v1/responses/{id}/input_items: also of the responses before it, the latest first. */
export async function answerInputItems(call: Call): Promise<Response> {
  const row = await requireStored(call);
  const query = new URL(call.request.url).searchParams;
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw invalidValue('order', 'it is asc or desc.');
  const limit = Number(query.get('limit') ?? PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw invalidValue('limit', `it is a whole number from 1 to ${MAX_PAGE}.`);
  }
  const earlier = await readEarlier(call, { previous_response_id: row.previousId });
  const own = inputOf(row);
  if (!own) throw responseNotFound(row.id);
  const items = [...earlier, ...own].map((item, i) => toShown(item, `${row.id.slice(5)}-${i}`));
  if (order === 'desc') items.reverse();
  const after = query.get('after');
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw invalidValue('after', 'no item has this id.');
  const data = items.slice(start, start + limit);
  return Response.json({
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + limit < items.length,
  });
}

/** An item with an id and all fields, as clients expect it in a list. */
function toShown(item: InputItem | OutputItem, place: string): { id: string; type: string } {
  const type = item.type ?? 'message';
  if ('id' in item && typeof item.id === 'string') return { ...item, id: item.id, type };
  const id = `${type === 'message' ? 'msg' : 'item'}_${place}`;
  const shown = { ...item, id, type, status: 'completed' };
  if (!('content' in shown) || typeof shown.content !== 'string') return shown;
  const part = 'role' in shown && shown.role === 'assistant' ? 'output_text' : 'input_text';
  const content = [{ type: part, text: shown.content }];
  return Object.assign(shown, { content });
}

async function requireStored(call: Call): Promise<StoredResponse> {
  const id = call.params['id'] ?? '';
  const row = await call.api.responses.get(call.key?.id ?? '', id);
  if (!row) throw responseNotFound(id);
  return row;
}

const responseNotFound = (id: string, param: string | null = null) =>
  new ApiError(
    404,
    'response_not_found',
    `No stored response has the id '${id.slice(0, 100)}'. Responses are stored in this browser, for the key that asked for them.`,
    param,
  );

/** Items of the conversation before this request. @throws ApiError 404 when a part of it is gone. */
export async function readEarlier(
  call: Call,
  { previous_response_id: id }: Pick<ResponsesRequest, 'previous_response_id'>,
): Promise<(InputItem | OutputItem)[]> {
  if (!id) return [];
  const chain = await call.api.responses.chain(call.key?.id ?? '', id);
  const items = chain?.map(readItems);
  if (!items || items.includes(null)) throw responseNotFound(id, 'previous_response_id');
  return items.flatMap((list) => list ?? []);
}

const storedOutput = z.object({ output: responseObject.shape.output });

/** The items that a request sent; null when its row is damaged. */
function inputOf({ inputJson }: StoredResponse): InputItem[] | null {
  try {
    const items = responsesRequest.shape.input.safeParse(JSON.parse(inputJson));
    return items.success ? toItems(items.data) : null;
  } catch {
    return null;
  }
}

/** What one stored response adds to a conversation; null when its row is damaged. */
function readItems(row: StoredResponse): (InputItem | OutputItem)[] | null {
  try {
    const items = inputOf(row);
    // Its output alone: earlier versions stored responses with fewer fields.
    const response = storedOutput.safeParse(JSON.parse(row.responseJson));
    return items && response.success ? [...items, ...response.data.output] : null;
  } catch {
    return null;
  }
}
