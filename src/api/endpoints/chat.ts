import type { Call } from '#api/call/call.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { chatFacts } from '#api/routing/chat-facts.ts';
import { admit, discardIfBroken, fitChat, openSlot } from '#api/tasks/admit.ts';
import { type ChunkHead, ChunkWriter, toLogprobs } from '#api/tasks/chat-chunks.ts';
import { toChatTask } from '#api/tasks/chat-task.ts';
import { type PreparedChat, runChat } from '#api/tasks/run-chat.ts';
import { routed } from '#api/tasks/run-route.ts';
import { usageFields } from '#api/tasks/usage-fields.ts';
import { type ModelCard, shownId } from '#catalog/model-card.ts';
import { JOIN_HEADER, PROMPT_HEADER } from '#contract/headers.ts';
import type { ChatTask, FinishReason, TaskEvent, TokenLogprob } from '#engine/tasks.ts';

/** What decides the text of a seeded answer: how prompts are cut into steps and products rounded, the device, the weights. */
function fingerprintOf({ device, source, runtime, id }: ModelCard): string {
  if (runtime === 'remote') return `remote-${id}`;
  return `alcove-3-${device}-${source?.dtype?.[device] ?? 'shipped'}`;
}

export const CHAT_TASKS = ['chat', 'audio-chat'] as const;

/** POST /v1/chat/completions */
export async function answerChat(call: Call): Promise<Response> {
  const request = await readJson(call, 'chat');
  const askedFor = request.max_completion_tokens ?? request.max_tokens ?? request.n_predict ?? null;
  const asked = {
    model: request.model,
    tasks: CHAT_TASKS,
    capability: 'chat completions',
    facts: () => chatFacts(request, askedFor),
  } as const;
  const prepare = () =>
    routed(call, asked, async (card, signal) => {
      const task = {
        ...(await toChatTask(request, card, { ...call.api, signal })),
        ...joinOf(call.request),
      };
      return prepareChat(call, card, task, askedFor, signal);
    });
  const headOf = (card: ModelCard) => chunkHead(call, card, `chatcmpl-${call.api.uuid()}`);
  if (request.stream) {
    const includeUsage = request.stream_options?.include_usage === true;
    const withProgress = request.return_progress === true;
    const { card, prepared } = await prepare();
    return streamChat(call, prepared, headOf(card), includeUsage, withProgress);
  }
  return withDeadline(call, async () => {
    const { card, prepared } = await prepare();
    const whole = await completeChat(call, prepared);
    return Response.json(toCompletion(headOf(card), whole), {
      headers: { 'cache-control': 'no-store' },
    });
  });
}

const MAX_JOIN_MS = 200;
/** Each message between threads costs both of them time, and a whole answer is read at its end. */
const WHOLE_JOIN_MS = 1_000;

/** How long text may wait for more: nothing for clients, who get every token as it comes. */
function joinOf({ headers }: Request): Pick<ChatTask, 'joinMs'> {
  const asked = Number(headers.get(JOIN_HEADER));
  return asked > 0 ? { joinMs: Math.min(asked, MAX_JOIN_MS) } : {};
}

export type Prepared = PreparedChat;

/** Loads the model, counts and fits the prompt, and joins the queue. */
export async function prepareChat(
  call: Call,
  card: ModelCard,
  task: ChatTask,
  askedFor: number | null,
  signal: AbortSignal,
  truncates = false,
): Promise<Prepared> {
  const slot = await openSlot(call, card);
  try {
    const fitted = await fitChat(slot, task, askedFor, truncates);
    if (call.request.headers.has(PROMPT_HEADER)) fitted.showsPrompt = true;
    return { task: fitted, admission: await admit(call, slot, signal, fitted.maxTokens) };
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  }
}

export function chunkHead(call: Call, card: ModelCard, id: string): ChunkHead {
  const created = Math.floor(call.api.now() / 1000);
  return { id, created, model: shownId(card), system_fingerprint: fingerprintOf(card) };
}

export function streamChat(
  call: Call,
  prepared: Prepared,
  head: ChunkHead,
  includeUsage: boolean,
  withProgress = false,
): Response {
  return answerStream(call, prepared.admission, async (stream, idle) => {
    const writer = new ChunkWriter(head, includeUsage, stream.send);
    const { counts, timings } = await runChat(call, prepared, (event) => {
      idle.progress();
      if (event.type === 'reading' && withProgress) writer.reading(event.done, event.total);
      else writer.event(event);
    });
    if (includeUsage) writer.usage(usageFields(counts, timings, call.usage.loadSeconds));
  });
}

export interface WholeChat {
  text: string;
  reasoning: string;
  toolCalls: { id: string; name: string; argumentsText: string }[];
  logprobs: TokenLogprob[];
  reason: FinishReason;
  usage: object;
}

export async function completeChat(call: Call, prepared: Prepared): Promise<WholeChat> {
  const whole: WholeChat = {
    text: '',
    reasoning: '',
    toolCalls: [],
    logprobs: [],
    reason: 'stop',
    usage: {},
  };
  const task = { joinMs: WHOLE_JOIN_MS, ...prepared.task };
  const note = (event: TaskEvent) => gather(whole, event);
  const { counts, timings } = await runChat(call, { ...prepared, task }, note);
  whole.usage = usageFields(counts, timings, call.usage.loadSeconds);
  return whole;
}

function gather(whole: WholeChat, event: TaskEvent): void {
  switch (event.type) {
    case 'text':
      whole.text += event.text;
      whole.logprobs.push(...(event.logprobs ?? []));
      return;
    case 'reasoning':
      whole.reasoning += event.text;
      return;
    case 'tool-call':
      whole.toolCalls.push({ id: event.id, name: event.name, argumentsText: '' });
      return;
    case 'tool-arguments': {
      const called = whole.toolCalls[event.index];
      if (called) called.argumentsText += event.text;
      return;
    }
    case 'end':
      whole.reason = event.reason;
      return;
    default:
      return;
  }
}

function toCompletion(head: ChunkHead, whole: WholeChat) {
  const message: Record<string, unknown> = {
    role: 'assistant',
    content: whole.text === '' && whole.toolCalls.length > 0 ? null : whole.text,
    refusal: null,
  };
  if (whole.reasoning) message['reasoning_content'] = whole.reasoning;
  if (whole.toolCalls.length > 0) {
    message['tool_calls'] = whole.toolCalls.map((c) => ({
      id: c.id,
      type: 'function',
      function: { name: c.name, arguments: c.argumentsText },
    }));
  }
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message,
        logprobs: whole.logprobs.length > 0 ? toLogprobs(whole.logprobs) : null,
        finish_reason: whole.reason,
      },
    ],
    usage: whole.usage,
  };
}
