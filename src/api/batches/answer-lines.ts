import type { Call } from '#api/call/call.ts';
import { findModel } from '#api/tasks/find-model.ts';
import { isRecord } from '#base/guards.ts';
import { anySignal } from '#base/promises.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { BatchEndpoint } from '#contract/answers/batches-answer.ts';
import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import { RECORD_HEADER } from '#contract/headers.ts';
import type { NewLine } from '#storage/batches.ts';
import type { BatchRequestLine } from './read-requests.ts';

/** The batch that lines belong to, and how they are asked. */
export interface LineSettings {
  api: Call['api'];
  /** The service, whose requests wait for all others. */
  handle: (request: Request) => Promise<Response>;
  endpoint: BatchEndpoint;
  /** For the header of its requests. */
  key: string;
  boundary: string | null;
  /** The header of its requests that says whether they are recorded; null for none. */
  record: string | null;
  /** A model of this device; null where another one answers. */
  card: ModelCard | null;
}

/** What became of some lines: answers, or the wait after which they are to be tried again. */
export type Outcome = { answers: NewLine[] } | { waitMs: number; isFault: boolean };

/** The key of a batch was revoked: nothing is answered for it any more. */
export class KeyGoneError extends Error {
  override readonly name = 'KeyGoneError';
}

interface Answer {
  status: number;
  requestId: string;
  text: string;
  body: Record<string, unknown>;
  waitMs: number;
}

const PAUSE_MS = 2_000;
const RETRIED = new Set([429, 500, 502, 503, 504]);

/** Answers one request. `isLast`: a failure is its answer. @throws what the signal was aborted with */
async function answerLine(
  settings: LineSettings,
  request: BatchRequestLine,
  signal: AbortSignal,
  isLast = false,
): Promise<Outcome> {
  const answer = await ask(settings, bodyOf(settings, request), signal);
  // What the key or the queue forbids for now is no fault of the request, however often it was tried.
  const isFault = answer.status !== 429;
  if (RETRIED.has(answer.status) && !(isLast && isFault)) return { waitMs: answer.waitMs, isFault };
  return { answers: [toLine(settings, request, answer)] };
}

/** Texts that the lines of a group may have together, and their characters. */
const MAX_TEXTS = 64;
const MAX_CHARACTERS = 60_000;

/** Whether a line may share a task of the model with others. */
function textsOf({ body }: BatchRequestLine): string[] | null {
  const { input } = body;
  const texts = Array.isArray(input) ? input : [input];
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
    ? (texts as string[])
    : null;
}

/** Whether a line can join a group: the same settings, and few enough texts together. */
export function joins(group: readonly BatchRequestLine[], next: BatchRequestLine): boolean {
  const [first] = group;
  if (!first) return true;
  const all = [...group, next].map(textsOf);
  if (all.includes(null) || shared(first) !== shared(next)) return false;
  const texts = all.flatMap((some) => some ?? []);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return texts.length <= MAX_TEXTS && characters <= MAX_CHARACTERS;
}

const shared = ({ body }: BatchRequestLine): string =>
  JSON.stringify({ ...body, input: null, user: null });

/**
 * Embeds the texts of several lines as one task, which a model of this device does several times faster than one by
 * one. Where that fails each line is asked by itself, so that one bad text costs the others nothing.
 */
export async function answerGroup(
  settings: LineSettings,
  group: readonly BatchRequestLine[],
  signal: AbortSignal,
): Promise<Outcome> {
  const [first] = group;
  if (!first) return { answers: [] };
  if (group.length === 1 || !settings.card) return answerLine(settings, first, signal);
  const texts = group.map((line) => textsOf(line) ?? []);
  const answer = await ask(settings, { ...first.body, input: texts.flat() }, signal);
  const { data } = answer.body;
  if (answer.status !== 200 || !Array.isArray(data)) return answerEach(settings, group, signal);
  const counts = await settings.api.engine
    .slot(settings.card)
    .countTokens({ kind: 'embed', texts: texts.flat() });
  let at = 0;
  const answers = group.map((line, i) => {
    const size = texts[i]?.length ?? 0;
    const own = data.slice(at, at + size).map((item, index) => ({ ...item, index }));
    const tokens = counts.slice(at, at + size).reduce((sum, n) => sum + n, 0);
    at += size;
    const usage = {
      ...(answer.body['usage'] as object),
      prompt_tokens: tokens,
      total_tokens: tokens,
    };
    const body = { ...answer.body, data: own, usage };
    return toLine(settings, line, { ...answer, body, text: JSON.stringify(body) });
  });
  return { answers };
}

/** Answers lines one by one. `isLast`: they were tried often enough. @throws what the signal was aborted with */
export async function answerEach(
  settings: LineSettings,
  group: readonly BatchRequestLine[],
  signal: AbortSignal,
  isLast = false,
): Promise<Outcome> {
  const answers: NewLine[] = [];
  for (const line of group) {
    const outcome = await answerLine(settings, line, signal, isLast);
    // The lines before are asked again with it: nothing of the group is stored.
    if (!('answers' in outcome)) return outcome;
    answers.push(...outcome.answers);
  }
  return { answers };
}

function bodyOf({ endpoint }: LineSettings, { body }: BatchRequestLine): object {
  // A night's answers would push out those that a person's programs stored.
  return endpoint === '/v1/responses' ? { ...body, store: body['store'] ?? false } : body;
}

async function ask(
  { handle, endpoint, key, boundary, record }: LineSettings,
  body: object,
  signal: AbortSignal,
): Promise<Answer> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(boundary !== null && { [BOUNDARY_HEADER]: boundary }),
    ...(record !== null && { [RECORD_HEADER]: record }),
  };
  const url = `http://localhost${endpoint}`;
  // One for each request: listeners would gather on a signal of thousands.
  const own = anySignal([signal]);
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: own.signal };
  const response = await handle(new Request(url, init)).finally(own.release);
  const text = await response.text();
  signal.throwIfAborted();
  if (response.status === 401) throw new KeyGoneError();
  const waits = Number(response.headers.get('retry-after-ms'));
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    text,
    body: JSON.parse(text) as Record<string, unknown>,
    waitMs: waits > 0 ? waits : PAUSE_MS,
  };
}

/** The answer as a line of a batch's output or errors. */
function toLine(
  { api }: LineSettings,
  { line, customId }: BatchRequestLine,
  { status, requestId, text, body }: Answer,
): NewLine {
  const id = JSON.stringify(`batch_req_${api.uuid().replaceAll('-', '')}`);
  const head = `{"id":${id},"custom_id":${JSON.stringify(customId)},"response":{"status_code":${status},"request_id":${JSON.stringify(requestId)},"body":`;
  return {
    line,
    isError: status !== 200,
    // The text as it came: parsed and written again, a large answer would take twice as long.
    text: `${head}${text}},"error":null}`,
    ...tokensOf(body),
  };
}

/** The line of a request that was not answered in time. */
export function expiredLine({ api }: Pick<LineSettings, 'api'>, customId: string): string {
  return JSON.stringify({
    id: `batch_req_${api.uuid().replaceAll('-', '')}`,
    custom_id: customId,
    response: null,
    error: {
      code: 'batch_expired',
      message: 'This request could not be executed before the completion window expired.',
    },
  });
}

function tokensOf({ usage }: Record<string, unknown>) {
  const fields = isRecord(usage) ? usage : {};
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  const inner = (names: readonly string[], field: string) => {
    const found = names.map((name) => fields[name]).find(isRecord);
    return number(found?.[field]);
  };
  return {
    inputTokens: number(fields['prompt_tokens'] ?? fields['input_tokens']),
    cachedTokens: inner(['prompt_tokens_details', 'input_tokens_details'], 'cached_tokens'),
    outputTokens: number(fields['completion_tokens'] ?? fields['output_tokens']),
    reasoningTokens: inner(
      ['completion_tokens_details', 'output_tokens_details'],
      'reasoning_tokens',
    ),
  };
}

/** The model of this device that answers; null where it is a provider's, or none. */
export function localCard({ models }: Pick<Call['api'], 'models'>, id: string): ModelCard | null {
  const card = findModel(models(), id);
  return card && card.runtime !== 'remote' ? card : null;
}
