import { readEvents } from '#base/read-events.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import {
  callServer,
  notUnderstood,
  readJsonAnswer,
  type ServerAnswer,
  tooLarge,
} from './call-server.ts';
import { ChatReader } from './chat-reader.ts';
import type { RemoteTarget } from './remote-target.ts';
import { toChatBody, toCompletionBody } from './to-chat-body.ts';

/** Bytes of a streamed answer: log-probabilities take up to two thousand for each token. */
const MAX_STREAM_BYTES = 67_108_864;
const MAX_JSON_BYTES = 16_777_216;
/** Events of an answer whatever its limit of tokens; a server may send several more for each token. */
const MAX_EVENTS = 100_000;
const EVENTS_PER_TOKEN = 8;

/** Runs a chat, or continues a text. @throws UpstreamError, EngineError */
export async function* runChat(
  target: RemoteTarget,
  task: ChatTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const [path, body] = task.raw
    ? ['completions', toCompletionBody(task, target)]
    : ['chat/completions', await toChatBody(task, target)];
  let isSeen = false;
  const limits = { signal, maxBytes: target.streams === false ? MAX_JSON_BYTES : MAX_STREAM_BYTES };
  try {
    for await (const event of callServer(target, path, body, limits, (answer) =>
      readAnswer(target, task, answer),
    )) {
      isSeen ||= event.type !== 'start';
      yield event;
    }
  } catch (error) {
    if (!isSeen || !(error instanceof UpstreamError)) throw error;
    // A part of the answer is read: no other server may begin it again.
    const { status, upstreamCode: code } = error;
    throw new UpstreamError(error.message, { fault: 'lost', status, code }, error);
  }
}

async function* readAnswer(
  target: RemoteTarget,
  task: ChatTask,
  answer: ServerAnswer,
): AsyncGenerator<TaskEvent> {
  const reader = new ChatReader(target.name, task, answer.secrets);
  yield { type: 'start', promptTokens: reader.promptTokens, cachedTokens: 0 };
  const type = answer.response.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) {
    try {
      yield* readStream(target, task, reader, answer);
    } catch (error) {
      // Only its usage is missing.
      if (!reader.isComplete || !(error instanceof UpstreamError)) throw error;
    }
  } else {
    yield* reader.read(await readJsonAnswer(target, answer));
  }
  if (!reader.isComplete) {
    const message = `${target.name} ended its answer before it was complete.`;
    throw new UpstreamError(message, { fault: 'invalid' });
  }
  yield reader.end();
}

async function* readStream(
  { name }: RemoteTarget,
  { maxTokens }: ChatTask,
  reader: ChatReader,
  answer: ServerAnswer,
): AsyncGenerator<TaskEvent> {
  const tooLong = () => notUnderstood(name, 'one event is too long');
  let left = MAX_EVENTS + EVENTS_PER_TOKEN * maxTokens;
  for await (const data of readEvents(answer.bytes(), tooLong)) {
    if (data === '[DONE]') return;
    if (left-- <= 0) throw tooLarge(name, 'events');
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      throw notUnderstood(name, 'an event is not JSON');
    }
    for (const event of reader.read(value)) {
      answer.content();
      yield event;
    }
  }
}
