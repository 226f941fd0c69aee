import { joinTexts } from '#storage/drafts.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatCore } from './chat-core.ts';
import type { WaitingMessage } from './conversation-state.ts';
import { submitMessage } from './submit-message.ts';

/** What a chat's next message waits for, and the messages that wait. */
export class SendQueue {
  readonly #chat: ChatCore;
  readonly #load: () => void;

  /** What the messages of the chat are read by: one is sent below the last of them. */
  loading: Promise<void> = Promise.resolve();

  /** `load` reads the messages again and sets `loading`. */
  constructor(chat: ChatCore, load: () => void) {
    this.#chat = chat;
    this.#load = load;
  }

  /** Sends a message, or lets it wait while an answer is written or a file is read. */
  async send(message: WaitingMessage): Promise<void> {
    const { held, waiting } = this.#chat.state.getState();
    if (held > 0) this.#chat.state.setState({ waiting: [...waiting, message] });
    else await this.submit(message);
  }

  /** Sends the first waiting message, if nothing holds it. */
  sendNext(): void {
    const { waiting, held } = this.#chat.state.getState();
    const [next, ...others] = waiting;
    if (!next || held > 0) return;
    this.#chat.state.setState({ waiting: others.map(({ isHalted: _, ...message }) => message) });
    this.#chat.report(chatText.notSent, this.submit(next));
  }

  /**
   * Runs work that the next message waits for, then sends that message.
   * @param work resolves false to pause the queue until the user resumes it; so does a failure.
   */
  async run(work: () => Promise<boolean>): Promise<void> {
    const { state, signal } = this.#chat;
    state.setState(({ held }) => ({ held: held + 1 }));
    let isWhole = false;
    try {
      await this.loading.catch(() => {
        this.#load();
        return this.loading;
      });
      isWhole = await work();
    } catch (error) {
      // The chat was deleted: no caller needs the outcome.
      if (!signal.aborted) throw error;
    } finally {
      state.setState(({ held }) => ({ held: held - 1 }));
      if (!isWhole) this.#pause();
    }
    if (isWhole && !state.getState().waiting[0]?.isHalted) this.sendNext();
  }

  /** Puts a queued message back into the composer, below its current text. */
  async recall(messageId: string): Promise<void> {
    const { state, rows } = this.#chat;
    const message = state.getState().waiting.find(({ id }) => id === messageId);
    if (!message) return;
    state.setState(({ waiting, text }) => ({
      waiting: waiting.filter(({ id }) => id !== messageId),
      text: joinTexts([text, message.text]),
    }));
    const files = await Promise.all(message.files.map((id) => rows.file(id)));
    const found = files.filter((file) => file !== undefined);
    state.setState(({ attached }) => ({ attached: [...attached, ...found] }));
  }

  /** Sends a message once the chat is read, past those that wait. Until it is stored, it is part of the draft. */
  async submit(message: WaitingMessage): Promise<void> {
    const { state } = this.#chat;
    state.setState({ sending: message });
    let isRead = false;
    const sent = this.run(() => {
      isRead = true;
      const { parentId = this.#chat.row.leafId } = message;
      return submitMessage(this.#chat, parentId, message);
    });
    await sent.catch((error: unknown) => {
      if (!isRead) {
        const halted = { ...message, isHalted: true };
        state.setState(({ waiting }) => ({ sending: null, waiting: [halted, ...waiting] }));
      }
      throw error;
    });
  }

  #pause(): void {
    this.#chat.state.setState(({ waiting }) => ({
      waiting: waiting.map((message) => ({ ...message, isHalted: true })),
    }));
  }
}
