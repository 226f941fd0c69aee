import type { Call } from '#api/call/call.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { textFacts } from '#api/routing/chat-facts.ts';
import { type Admission, admit, discardIfBroken, fitChat, openSlot } from '#api/tasks/admit.ts';
import { requireFollowed, toFormat } from '#api/tasks/chat-task.ts';
import { toLegacyLogprobs } from '#api/tasks/completion-choice.ts';
import { defaultsOf, samplingOf } from '#api/tasks/plain-task.ts';
import { routed } from '#api/tasks/run-route.ts';
import { usageFields } from '#api/tasks/usage-fields.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { CompletionLogprobs } from '#contract/answers/completions-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import { type CompletionsRequest, promptsOf } from '#contract/completions-request.ts';
import { notCompatible } from '#contract/errors.ts';
import { askedFormat } from '#contract/format-fields.ts';
import type { ChatTask, FinishReason, PromptToken, TaskEvent } from '#engine/tasks.ts';
import { chunkHead } from './chat.ts';

const DEFAULT_MAX_TOKENS = 16;

const limitOf = ({ max_tokens: max, n_predict: predict }: CompletionsRequest): number =>
  max ?? predict ?? DEFAULT_MAX_TOKENS;

interface Piece {
  index: number;
  text: string;
  logprobs: CompletionLogprobs | null;
  finish_reason: 'stop' | 'length' | null;
}

/** POST /v1/completions */
export async function answerCompletions(call: Call): Promise<Response> {
  const request = await readJson(call, 'completions');
  const headOf = (card: ModelCard) => ({
    ...chunkHead(call, card, `cmpl-${call.api.uuid()}`),
    object: 'text_completion' as const,
  });
  const prepared = () =>
    routed(call, askedOf(request), async (card, signal) => {
      const { tasks, admission } = await prepare(call, request, card, signal);
      const [task] = tasks;
      return { tasks, admission, ...(task && { task }) };
    });
  if (!request.stream) {
    return withDeadline(call, async () => {
      const {
        card,
        prepared: { tasks, admission },
      } = await prepared();
      const choices = tasks.map((_, index) => ({ ...emptyPiece(index), finish_reason: 'stop' }));
      const usage = await complete(call, tasks, admission, request, (piece) => {
        const choice = choices[piece.index] as Piece;
        choice.text += piece.text;
        choice.logprobs = join(choice.logprobs, piece.logprobs);
        choice.finish_reason = piece.finish_reason ?? choice.finish_reason;
      }).finally(() => admission.turn.leave());
      return Response.json({ ...headOf(card), choices, usage });
    });
  }
  const withUsage = request.stream_options?.include_usage === true;
  const {
    card,
    prepared: { tasks, admission },
  } = await prepared();
  const head = headOf(card);
  return answerStream(call, admission, async (stream, idle) => {
    const send = (fields: object) => stream.send(JSON.stringify({ ...head, ...fields }));
    const usage = await complete(call, tasks, admission, request, (piece) => {
      idle.progress();
      send({ choices: [piece], ...(withUsage ? { usage: null } : {}) });
    });
    if (withUsage) send({ choices: [], usage });
  });
}

function askedOf(request: CompletionsRequest) {
  const texts = promptsOf(request).map((prompt) => (typeof prompt === 'string' ? prompt : ''));
  return {
    model: request.model,
    tasks: ['chat'],
    capability: 'text completions',
    facts: () => textFacts('chat', texts, limitOf(request)),
  } as const;
}

async function prepare(
  call: Call,
  request: CompletionsRequest,
  card: ModelCard,
  signal: AbortSignal,
): Promise<{ tasks: ChatTask[]; admission: Admission }> {
  const prompts = promptsOf(request);
  const choices = request.n ?? 1;
  const limit = limitOf(request);
  const asked = askedFormat(request);
  if (asked && !card.can.json) throw notCompatible(card.id, 'JSON output');
  await requireFollowed([], asked, (schemas) => call.api.checkSchemas(schemas, signal));
  const slot = await openSlot(call, card);
  const tasks: ChatTask[] = [];
  try {
    for (const prompt of prompts) {
      const fitted = await fitChat(slot, toTask(request, prompt), limit).catch(renamed);
      for (let i = 0; i < choices; i++) tasks.push(withSeed(fitted, i));
    }
    const tokens = tasks.reduce((sum, task) => sum + task.maxTokens, 0);
    return { tasks, admission: await admit(call, slot, signal, tokens) };
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  }
}

/** A context that is too small is the fault of the prompt here. */
function renamed(error: unknown): never {
  if (!(error instanceof ApiError) || error.param !== 'messages') throw error;
  throw error.about('prompt');
}

function toTask(request: CompletionsRequest, prompt: string | number[]): ChatTask {
  const { stop, logprobs } = request;
  return {
    kind: 'chat',
    turns: [],
    raw: { prompt, suffix: request.suffix || null, echo: request.echo === true },
    maxTokens: 0,
    defaults: defaultsOf(request),
    contextTokens: 0,
    sampling: samplingOf(request, 1),
    stop: (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((text) => text !== ''),
    tools: [],
    toolChoice: 'none',
    format: toFormat(askedFormat(request)),
    topLogprobs: logprobs ?? null,
  };
}

/** Several answers to a seeded request differ, and are the same the next time. */
function withSeed(task: ChatTask, index: number): ChatTask {
  const { seed } = task.sampling;
  return seed === null ? task : { ...task, sampling: { ...task.sampling, seed: seed + index } };
}

/** Runs the choices in sequence. @returns the usage of all. */
async function complete(
  call: Call,
  tasks: readonly ChatTask[],
  { slot, turn }: Admission,
  request: CompletionsRequest,
  write: (piece: Piece) => void,
): Promise<object> {
  try {
    await turn.started;
    for (const [index, task] of tasks.entries()) {
      // The prompt of several answers is read once.
      const isRepeat = index % (request.n ?? 1) > 0;
      await writeChoice(turn.run(task, isRepeat), index, request, write);
    }
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  }
  return usageFields(turn.counts, turn.timings, call.usage.loadSeconds);
}

async function writeChoice(
  events: AsyncIterable<TaskEvent>,
  index: number,
  { logprobs: top }: CompletionsRequest,
  write: (piece: Piece) => void,
): Promise<void> {
  let length = 0;
  const say = (text: string, tokens: readonly PromptToken[]) => {
    const logprobs = tokens.length > 0 ? toLegacyLogprobs(tokens, length, (top ?? 0) > 0) : null;
    length += text.length;
    write({ ...emptyPiece(index), text, logprobs });
  };
  for await (const event of events) {
    if (event.type === 'prompt') say(event.text, event.tokens);
    else if (event.type === 'text') say(event.text, event.logprobs ?? []);
    else if (event.type === 'end') {
      write({ ...emptyPiece(index), finish_reason: reasonOf(event.reason) });
    }
  }
}

const reasonOf = (reason: FinishReason) => (reason === 'length' ? 'length' : 'stop');

function emptyPiece(index: number): Piece {
  return { index, text: '', logprobs: null, finish_reason: null };
}

function join(
  first: CompletionLogprobs | null,
  second: CompletionLogprobs | null,
): CompletionLogprobs | null {
  if (!first || !second) return first ?? second;
  return {
    tokens: [...first.tokens, ...second.tokens],
    token_logprobs: [...first.token_logprobs, ...second.token_logprobs],
    top_logprobs:
      first.top_logprobs && second.top_logprobs
        ? [...first.top_logprobs, ...second.top_logprobs]
        : null,
    text_offset: [...first.text_offset, ...second.text_offset],
  };
}
