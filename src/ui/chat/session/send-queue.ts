import { deferred } from '#base/promises.ts';
import { joinTexts } from '#storage/drafts.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatCore } from './chat-core.ts';
import type { ChatSync } from './chat-sync.ts';
import type { Run, WaitingMessage } from './conversation-state.ts';
import { answerWithTools, nameChat, storeMessage } from './submit-message.ts';

/** What a chat's next message waits for, and the messages that wait. */
export class SendQueue {
  readonly #chat: ChatCore;
  /** A message is sent below the last of those that are read. */
  readonly #sync: ChatSync;
  /** Resolves when the answers that were asked for are written, or given up. */
  #answered = Promise.resolve();

  constructor(chat: ChatCore, sync: ChatSync) {
    this.#chat = chat;
    this.#sync = sync;
  }

  /** Sends a message, or lets it wait while an answer is written or a file is read. */
  async send(message: WaitingMessage): Promise<void> {
    const { runs, waiting } = this.#chat.state.getState();
    if (runs.length > 0) this.#chat.state.setState({ waiting: [...waiting, message] });
    else await this.submit(message);
  }

  /** Sends the first waiting message, if nothing holds it. */
  sendNext(): void {
    const { waiting, runs } = this.#chat.state.getState();
    const [next, ...others] = waiting;
    if (!next || runs.length > 0) return;
    this.#chat.state.setState({ waiting: others.map(({ isHalted: _, ...message }) => message) });
    this.#chat.report(chatText.notSent, this.submit(next));
  }

  /**
   * Runs work that the next message waits for, then sends that message. Answers are written one after another: each
   * changes the branch on view.
   * @param work resolves false to pause the queue until the user resumes it; so does a failure, or Stop.
   */
  async run(kind: Run['kind'], work: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    const run = this.#chat.beginRun(kind);
    const { signal } = run.controller;
    const before = this.#answered;
    const over = deferred();
    if (kind === 'answer') this.#answered = over.promise;
    let isWhole = false;
    try {
      await this.#sync.loaded.catch(() => {
        this.#sync.load();
        return this.#sync.loaded;
      });
      if (kind === 'answer') await before;
      signal.throwIfAborted();
      isWhole = await work(signal);
    } catch (error) {
      // Stopped, or its chat was deleted: no caller needs the outcome.
      if (!signal.aborted) throw error;
    } finally {
      over.resolve();
      this.#chat.endRun(run);
      if (!isWhole) this.#pause();
    }
    if (isWhole && !this.#chat.state.getState().waiting[0]?.isHalted) this.sendNext();
  }

  /** Puts a queued message back into the composer, below its current text. */
  async recall(messageId: string): Promise<void> {
    const { state, rows } = this.#chat;
    const find = () => state.getState().waiting.find(({ id }) => id === messageId);
    const ids = find()?.files ?? [];
    const files = await Promise.all(ids.map((id) => rows.file(id)));
    const found = files.filter((file) => file !== undefined);
    // It may have been sent meanwhile, or recalled by another press.
    const message = find();
    if (!message) return;
    state.setState(({ waiting, text, attached }) => ({
      waiting: waiting.filter(({ id }) => id !== messageId),
      text: joinTexts([text, message.text]),
      attached: [...attached, ...found],
    }));
  }

  /** Sends a message once the chat is read, past those that wait. Until it is stored, it is part of the draft. */
  async submit(message: WaitingMessage): Promise<void> {
    const { state } = this.#chat;
    state.setState({ sending: message });
    let isStored = false;
    const sent = this.run('answer', async (signal) => {
      const { parentId = this.#chat.row.leafId } = message;
      await storeMessage(this.#chat, parentId, message, signal);
      isStored = true;
      state.setState({ sending: null });
      await nameChat(this.#chat, message.text);
      return answerWithTools(this.#chat, message.id, signal);
    });
    await sent.finally(() => {
      if (isStored) return;
      const halted = { ...message, isHalted: true };
      state.setState(({ waiting }) => ({ sending: null, waiting: [halted, ...waiting] }));
    });
  }

  #pause(): void {
    this.#chat.state.setState(({ waiting }) => ({
      waiting: waiting.map((message) => ({ ...message, isHalted: true })),
    }));
  }
}
