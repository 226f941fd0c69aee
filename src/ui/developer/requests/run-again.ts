import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import { type Endpoint, takesFile } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { RECORD_HEADER } from '#contract/headers.ts';
import { servicePath } from '#contract/paths.ts';
import type { Exchange } from '#storage/service-records.ts';
import { readAnswer } from '#ui/developer/playground/read-answer.ts';
import type { Services } from '#ui/services.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import { parseJson } from './read-exchange.ts';

/** A request as it can be sent again. */
export interface Sendable {
  endpoint: Endpoint;
  /** A JSON object. */
  body: Record<string, unknown>;
}

/** How a request was answered this time. Times in seconds. */
export interface Answered {
  requestId: string;
  isFailed: boolean;
  /** What a person reads of the answer, or the message of the error. */
  text: string;
  firstSeconds: number;
  seconds: number;
}

function endpointOf(path: string): Endpoint | undefined {
  const asked = servicePath(path.replace(/\?.*$/s, ''));
  const all: readonly Endpoint[] = ENDPOINTS;
  return all.find(({ method, path: own }) => method === 'POST' && own === asked);
}

/** The request of a recorded one; null where its body is cut, a form, or none. */
export function toSendable({ path, request }: Exchange): Sendable | null {
  if (!request || request.isCut) return null;
  return readSendable(path, request.text);
}

/** The same of a path and the JSON of a body. */
export function readSendable(path: string, bodyJson: string): Sendable | null {
  const endpoint = endpointOf(path);
  const body = parseJson(bodyJson);
  if (!endpoint || takesFile(endpoint)) return null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  return { endpoint, body: body as Record<string, unknown> };
}

/**
 * Sends a request with the app's own key. `boundary`: where the answer may come from, as far as the recorded one did.
 * Never rejects: a failure is an answer.
 */
export async function runAgain(
  { post }: Pick<Services, 'post'>,
  { endpoint, body }: Sendable,
  signal: AbortSignal,
  boundary?: string,
): Promise<Answered> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1_000;
  try {
    const headers = { [RECORD_HEADER]: 'yes', ...(boundary && { [BOUNDARY_HEADER]: boundary }) };
    const response = await post(endpoint.path, body, signal, headers);
    const requestId = response.headers.get('x-request-id') ?? '';
    const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
    let raw = '';
    let firstSeconds = 0;
    const decoder = new TextDecoder();
    // Safari 17 cannot iterate a stream.
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      firstSeconds ||= since();
      raw += decoder.decode(part.value, { stream: true });
    }
    const text = readAnswer(raw, isStream);
    return { requestId, isFailed: false, text, firstSeconds, seconds: since() };
  } catch (error) {
    const requestId = error instanceof AnswerError ? (error.requestId ?? '') : '';
    const text = describeError(error);
    return { requestId, isFailed: true, text, firstSeconds: 0, seconds: since() };
  }
}
