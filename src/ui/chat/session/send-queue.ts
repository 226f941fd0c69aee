import { chatText } from '#ui/messages/chat.ts';
import type { ChatContext, WaitingMessage } from './chat-context.ts';

type Submit = (parentId: string | null, message: WaitingMessage) => Promise<boolean>;

/** Messages that wait while an answer is written or a file is read, per chat. */
export class SendQueue {
  readonly #chat: ChatContext;
  readonly #submit: Submit;

  constructor(chat: ChatContext, submit: Submit) {
    this.#chat = chat;
    this.#submit = submit;
  }

  /**
   * Runs work that the next message of a chat waits for, then sends that message.
   * @param work resolves false to pause the queue until the user resumes it; so does a failure.
   */
  async run(conversationId: string, work: () => Promise<boolean>): Promise<void> {
    this.#count(conversationId, 1);
    let goesOn = false;
    try {
      goesOn = await work();
    } finally {
      this.#count(conversationId, -1);
      if (!goesOn) this.#pause(conversationId);
    }
    const [next] = this.#chat.state.getState().waiting;
    if (goesOn && this.#chat.isOpen(conversationId) && !next?.isHalted) this.sendNext();
  }

  /** Sends the first waiting message of the open chat, if nothing holds it. */
  sendNext(): void {
    const { conversation, waiting, held } = this.#chat.state.getState();
    const [next, ...others] = waiting;
    if (!next || !conversation || held[conversation.id]) return;
    this.#chat.state.setState({ waiting: others.map(({ isHalted: _, ...message }) => message) });
    const { id, leafId } = conversation;
    this.#chat.report(
      chatText.notSent,
      this.run(id, () => this.#submit(leafId, next)),
    );
  }

  #pause(conversationId: string): void {
    if (!this.#chat.isOpen(conversationId)) return;
    this.#chat.state.setState(({ waiting }) => ({
      waiting: waiting.map((message) => ({ ...message, isHalted: true })),
    }));
  }

  #count(id: string, by: 1 | -1): void {
    this.#chat.state.setState(({ held: { [id]: before = 0, ...held } }) => ({
      held: before + by === 0 ? held : { ...held, [id]: before + by },
    }));
  }
}
