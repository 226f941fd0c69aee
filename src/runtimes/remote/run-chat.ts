import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { callServer, notUnderstood, readJsonAnswer, type ServerAnswer } from './call-server.ts';
import { ChatReader } from './chat-reader.ts';
import { readEvents } from './read-events.ts';
import type { RemoteTarget } from './remote-target.ts';
import { toChatBody, toCompletionBody } from './to-chat-body.ts';

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
  try {
    for await (const event of callServer(target, path, body, signal, (answer) =>
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
  const reader = new ChatReader(target.name, charactersOf(task), answer.secrets);
  yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
  const type = answer.response.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) {
    try {
      yield* readStream(target, reader, answer);
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
  reader: ChatReader,
  answer: ServerAnswer,
): AsyncGenerator<TaskEvent> {
  const tooLong = () => notUnderstood(name, 'one event is too long');
  for await (const data of readEvents(answer.bytes(), tooLong)) {
    if (data === '[DONE]') return;
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

function charactersOf({ turns, raw, tools }: ChatTask): number {
  if (raw) return typeof raw.prompt === 'string' ? raw.prompt.length : raw.prompt.length * 4;
  const said = turns.reduce((sum, turn) => sum + turn.text.length + 16, 0);
  return said + (tools.length > 0 ? JSON.stringify(tools).length : 0);
}
