import type { AnswerFacts, Message, ToolCall } from '#storage/chat-records.ts';
import { afterPaint, DrawPace } from '#ui/chat/request/draw-pace.ts';
import { chatText } from '#ui/messages/chat.ts';
import { drawNow } from '#ui/state/draw-now.ts';
import type { ChatCore } from './chat-core.ts';
import { type LiveAnswer, liveOf } from './conversation-state.ts';

/** Milliseconds between writes of a growing answer: together with the pause of a draw, the maximum loss in a crash. */
const SAVE_MS = 140;

/** An event of a streamed answer. */
export interface Chunk {
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

/** The text of an answer while it is streamed: drawn at its pace, stored a few times a second, until it is finished. */
export class GrowingAnswer {
  /** The provider's model that answers; null for this device. */
  servedBy: string | null = null;
  readonly #chat: ChatCore;
  readonly #message: Message;
  readonly #calls: ToolCall[] = [];
  /** Its state on screen. */
  #live: LiveAnswer;
  readonly #began = performance.now();
  #finish: string | undefined;
  #facts: AnswerFacts | undefined;
  #isScheduled = false;
  #isFinished = false;
  readonly #pace = new DrawPace();
  #drawnAt = 0;
  #savedAt = 0;
  #saving: Promise<void> | null = null;

  /** What the answer begins with, once it has a word. */
  readonly #opening: string;

  constructor(chat: ChatCore, message: Message, opening = '') {
    this.#chat = chat;
    this.#message = message;
    this.#opening = opening;
    this.#live = liveOf(message);
  }

  apply({ choices, usage, prompt_progress: reading }: Chunk): void {
    this.#live.reading = reading ?? this.#live.reading;
    const [choice] = choices;
    if (choice) {
      const { delta } = choice;
      if (delta.reasoning_content) this.#live.reasoning += delta.reasoning_content;
      if (delta.content) this.#addText(delta.content);
      for (const call of delta.tool_calls ?? []) this.#addCall(call);
      this.#finish = choice.finish_reason ?? this.#finish;
    }
    if (usage) this.#facts = toFacts(usage);
    this.#schedule();
  }

  /** The message with its outcome. Nothing is drawn or stored of it any more: what follows may change its text. */
  finish(end: Pick<Message, 'state' | 'error'>): Message {
    this.#isFinished = true;
    const { text, reasoning } = this.#live;
    const done: Message = { ...this.#message, text, ...end };
    if (reasoning !== '') done.reasoning = reasoning;
    if (this.#calls.length > 0) done.toolCalls = this.#calls;
    if (this.#facts) done.facts = this.#facts;
    if (this.#finish !== undefined) done.finish = this.#finish;
    if (this.servedBy !== null) done.servedBy = this.servedBy;
    return done;
  }

  #addText(text: string): void {
    if (this.#live.reasoning !== '') {
      this.#live.reasoningSeconds ??= (performance.now() - this.#began) / 1000;
    }
    const isFirst = this.#live.text === '' && this.#opening !== '';
    if (isFirst && text.trim() === '') return;
    this.#live.text += isFirst ? this.#opening + text : text;
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
    if (this.#isFinished) return;
    this.#drawnAt = performance.now();
    // Synchronously: React would draw it after this frame, and its time would not be measured.
    drawNow(() => this.#chat.showLive(this.#message.id, { ...this.#live }));
    this.#save();
  }

  #save(): void {
    const now = performance.now();
    if (this.#saving || now - this.#savedAt < SAVE_MS) return;
    this.#savedAt = now;
    const { text, reasoning } = this.#live;
    this.#saving = this.#chat.rows
      .saveProgress(this.#message.id, { text, reasoning })
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
