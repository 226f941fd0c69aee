import type { Message } from '#storage/chat-records.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { apiErrorText } from '#ui/messages/dictionary.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Separates the message of a failed answer from its technical details. */
const SEPARATOR = '\n\n';

/** What only programmers read: names of exceptions, places in code, options of libraries. */
const RAW =
  /\b\w*(?:Error|Exception)\b|\bundefined\b|\bnull\b|\bNaN\b|=true|=false|\[object |\.m?js\b|:\d+:\d+|`/;

/** Errors whose message describes a request to a server. */
const OF_THE_API: ReadonlySet<string | null> = new Set([
  'boundary_forbids',
  'internal_server_error',
]);

/** How an answer ended that threw: stopped by the person, or failed. */
export function outcomeOf(
  { models, network }: Pick<SessionPorts, 'models' | 'network'>,
  model: string,
  error: unknown,
  signal: AbortSignal,
): Pick<Message, 'state' | 'error'> {
  if (signal.aborted) return { state: 'stopped' };
  const title = models.find(model)?.title ?? model;
  return { state: 'failed', error: describeAnswerFailure(error, title, network.isOnline()) };
}

/** Why an answer failed, in a sentence; then, after an empty line, the details for a report. */
export function describeAnswerFailure(error: unknown, model: string, isOnline: boolean): string {
  if (!(error instanceof AnswerError)) return describeError(error);
  const { requestId, code } = error;
  // In words of the chat, not of the API.
  const isRaw = OF_THE_API.has(code) || RAW.test(error.message);
  const message = isRaw ? error.message : apiErrorText(code, error.message);
  const details = [isRaw ? message : '', requestId === null ? '' : `request ${requestId}`];
  const sentence = isRaw ? explain(code, model, isOnline) : message;
  return [sentence, details.filter(Boolean).join(' · ')].filter(Boolean).join(SEPARATOR);
}

function explain(code: string | null, model: string, isOnline: boolean): string {
  if (code === 'boundary_forbids') return chatThreadText.staysHere;
  // What a model is loaded from is fetched at its first use: without a network, this is the likely cause.
  if (!isOnline) return chatThreadText.notStoredOffline(model);
  return code === 'engine_unavailable'
    ? chatThreadText.modelStopped(model)
    : chatThreadText.answerFailed(model);
}

/** The two parts of a stored failure. Earlier versions stored one. */
export function splitFailure(error: string): { sentence: string; details: string } {
  const [sentence = '', ...details] = error.split(SEPARATOR);
  return { sentence, details: details.join(SEPARATOR) };
}
