import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import type { AnswerFacts, Message, ToolCall } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import { drawNow } from '#ui/state/draw-now.ts';
import { findModel } from '#ui/state/models.ts';
import { readEvents } from '#ui/state/read-events.ts';
import type { ChatContext, LiveAnswer } from './chat-context.ts';
import { describeAnswerFailure } from './describe-failure.ts';
import { afterPaint, DrawPace } from './draw-pace.ts';

/** Milliseconds between writes of a growing answer: together with the pause of a draw, the maximum loss in a crash. */
const SAVE_MS = 140;

interface AnswerRequest {
  body: object;
  /** Without it the request stays on this device. */
  headers: Readonly<Record<string, string>>;
}

interface Chunk {
  choices: {
    delta: {
      content?: string | null;
      reasoning_content?: string;
      tool_calls?: {
        index: number;
        id?: string;
        function?: { name?: string; arguments?: string };
      }[];
    };
    finish_reason: string | null;
  }[];
  prompt_progress?: LiveAnswer['reading'];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    completion_tokens_per_sec: number;
    time_to_first_token: number;
    total_latency: number;
  } | null;
}

/**
 * Streams one answer into the store, at most once a frame, and into the database a few times a
 * second. Never throws: the message it returns has the outcome.
 */
export async function runAnswer(
  chat: ChatContext,
  message: Message,
  { body, headers }: AnswerRequest,
  stored: boolean,
  signal: AbortSignal,
): Promise<Message> {
  // Other tabs see by the lock that this answer is alive.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lock = chat.ports.locks.request(`alcove-answer:${message.id}`, () => held);
  const answer = new GrowingAnswer(chat, message, stored);
  try {
    const response = await chat.ports.v1('/v1/chat/completions', body, signal, headers);
    answer.servedBy = providerOf(response);
    for await (const chunk of readEvents<Chunk>(response)) answer.apply(chunk);
    // A stopped stream may simply end.
    return answer.finish({ state: signal.aborted ? 'stopped' : 'done' });
  } catch (error) {
    if (signal.aborted) return answer.finish({ state: 'stopped' });
    return answer.finish({ state: 'failed', error: reasonOf(error, message.model ?? '') });
  } finally {
    release();
    await lock.catch(() => {});
  }
}

/** The provider's model that answers; null for this device. */
function providerOf({ headers }: Response): string | null {
  const isRemote = (headers.get(BOUNDARY_HEADER) ?? 'device') !== 'device';
  return isRemote ? headers.get('x-alcove-served-by') : null;
}

function reasonOf(error: unknown, model: string): string {
  return describeAnswerFailure(error, findModel(model)?.title ?? model, navigator.onLine);
}

class GrowingAnswer {
  servedBy: string | null = null;
  readonly #chat: ChatContext;
  readonly #message: Message;
  readonly #stored: boolean;
  readonly #calls: ToolCall[] = [];
  #text: string;
  #reasoning: string;
  #reasoningSeconds: number | null = null;
  readonly #began = performance.now();
  #reading: LiveAnswer['reading'] = null;
  #finish: string | undefined;
  #facts: AnswerFacts | undefined;
  #isScheduled = false;
  readonly #pace = new DrawPace();
  #drawnAt = 0;
  #savedAt = 0;
  #saving: Promise<void> | null = null;

  constructor(chat: ChatContext, message: Message, stored: boolean) {
    this.#chat = chat;
    this.#message = message;
    this.#stored = stored;
    this.#text = message.text;
    this.#reasoning = message.reasoning ?? '';
  }

  apply({ choices, usage, prompt_progress: reading }: Chunk): void {
    this.#reading = reading ?? this.#reading;
    const [choice] = choices;
    if (choice) {
      const { delta } = choice;
      if (delta.reasoning_content) this.#reasoning += delta.reasoning_content;
      if (delta.content) this.#addText(delta.content);
      for (const call of delta.tool_calls ?? []) this.#addCall(call);
      this.#finish = choice.finish_reason ?? this.#finish;
    }
    if (usage) this.#facts = toFacts(usage);
    this.#schedule();
  }

  finish(end: Pick<Message, 'state' | 'error'>): Message {
    const done: Message = { ...this.#message, text: this.#text, ...end };
    if (this.#reasoning !== '') done.reasoning = this.#reasoning;
    if (this.#calls.length > 0) done.toolCalls = this.#calls;
    if (this.#facts) done.facts = this.#facts;
    if (this.#finish !== undefined) done.finish = this.#finish;
    if (this.servedBy !== null) done.servedBy = this.servedBy;
    return done;
  }

  #addText(text: string): void {
    if (this.#reasoning !== '') {
      this.#reasoningSeconds ??= (performance.now() - this.#began) / 1000;
    }
    this.#text += text;
  }

  #addCall(part: NonNullable<Chunk['choices'][0]['delta']['tool_calls']>[number]): void {
    const call = this.#calls[part.index] ?? { id: '', name: '', argumentsText: '' };
    this.#calls[part.index] = call;
    call.id ||= part.id ?? '';
    call.name ||= part.function?.name ?? '';
    call.argumentsText += part.function?.arguments ?? '';
  }

  /** At its pace on screen. Hidden tabs get no frames and late timers: there text is saved as it arrives. */
  #schedule(): void {
    const isHidden = !this.#chat.ports.isVisible();
    if (isHidden && performance.now() - this.#drawnAt >= SAVE_MS) this.#flush();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (isHidden) {
      setTimeout(() => this.#flush(), SAVE_MS);
      return;
    }
    const draw = () => {
      const began = performance.now();
      this.#flush();
      afterPaint(() => this.#pace.note(performance.now() - began));
    };
    const wait = this.#drawnAt + this.#pace.pause - performance.now();
    if (wait <= 0) requestAnimationFrame(draw);
    else setTimeout(() => requestAnimationFrame(draw), wait);
  }

  #flush(): void {
    this.#isScheduled = false;
    this.#drawnAt = performance.now();
    // Synchronously: React would draw it after this frame, and its time would not be measured.
    if (this.#chat.runs.has(this.#message.id)) drawNow(() => this.#show());
    this.#save();
  }

  #show(): void {
    const answer: LiveAnswer = {
      text: this.#text,
      reasoning: this.#reasoning,
      reasoningSeconds: this.#reasoningSeconds,
      reading: this.#reading,
    };
    this.#chat.state.setState(({ live }) => ({ live: { ...live, [this.#message.id]: answer } }));
  }

  #save(): void {
    const now = performance.now();
    if (!this.#stored || this.#saving || now - this.#savedAt < SAVE_MS) return;
    this.#savedAt = now;
    this.#saving = this.#chat.ports.store.conversations
      .saveProgress(this.#message.id, { text: this.#text, reasoning: this.#reasoning })
      .then(
        () => this.#chat.saved(chatText.answerNotSaved),
        (error: unknown) => this.#chat.warn(chatText.answerNotSaved, error),
      )
      .finally(() => {
        this.#saving = null;
      });
  }
}

function toFacts(usage: NonNullable<Chunk['usage']>): AnswerFacts {
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    tokensPerSecond: usage.completion_tokens_per_sec,
    firstTokenSeconds: usage.time_to_first_token,
    totalSeconds: usage.total_latency,
  };
}
