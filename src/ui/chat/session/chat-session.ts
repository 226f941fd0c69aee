import type { ChatSettings, Conversation, Message } from '#storage/chat-records.ts';
import { isTooLongToEdit } from '#ui/kit/is-too-long-to-edit.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { continueAnswer, loadWriter } from './answers.ts';
import { ChatContext, type Refusal, type WaitingMessage } from './chat-context.ts';
import { newestLeaf } from './message-tree.ts';
import {
  changeChat,
  changeSettings,
  jumpToMessage,
  openChat,
  refreshList,
  removeChats,
  startChat,
} from './open-chat.ts';
import { SendQueue } from './send-queue.ts';
import { answerWithTools, submitMessage } from './submit-message.ts';

/** The chats of the app: the open conversation, its send queue, its answers. Rarely used code is loaded on demand. */
export class ChatSession extends ChatContext {
  readonly #queue: SendQueue;

  constructor(ports: SessionPorts) {
    super(ports);
    this.#queue = new SendQueue(this, (parentId, message) =>
      submitMessage(this, parentId, message),
    );
  }

  /**
   * Sends a message with the attached files in the open chat. While an answer is being written
   * or a file is being read it waits in the queue.
   */
  async send(text: string): Promise<void> {
    const { conversation, attached, waiting, held } = this.state.getState();
    if (!conversation) return;
    const { id, leafId } = conversation;
    const message = newMessage(
      text,
      attached.map((file) => file.id),
    );
    // Files that are still being read belong to this message.
    for (const files of this.arriving) if (files.conversationId === id) files.owner ??= message.id;
    this.state.setState(({ problems }) => ({ attached: [], problems: problems.filter(canRetry) }));
    if (held[id]) this.state.setState({ waiting: [...waiting, message] });
    else await this.#queue.run(id, () => submitMessage(this, leafId, message));
  }

  /** Resumes the queue. */
  sendNext(): void {
    this.#queue.sendNext();
  }

  /** A new version of a user's message; the old one and its answers stay as a branch. */
  async edit({ conversationId, parentId, files = [] }: Message, text: string): Promise<void> {
    const message = newMessage(text, files);
    await this.#queue.run(conversationId, () => submitMessage(this, parentId, message));
  }

  /** Another answer to the same question; the first stays as a branch. */
  async regenerate({ conversationId, parentId }: Message): Promise<void> {
    if (parentId === null) return;
    await this.#queue.run(conversationId, () => answerWithTools(this, conversationId, parentId));
  }

  /** Continues an answer that was stopped or cut off. */
  async continue(message: Message): Promise<void> {
    await this.#queue.run(message.conversationId, () => continueAnswer(this, message));
  }

  /** Saves a person's text as the results of an answer's tool calls, and generates the next answer. */
  async sendToolResults(message: Message, results: readonly string[]): Promise<void> {
    const { conversationId } = message;
    if (this.isAnswering(conversationId)) return;
    const { answerByHand } = await import('./tool-calls.ts');
    let isWhole = false;
    await this.#queue.run(conversationId, async () => {
      const last = await answerByHand(this, message, results);
      isWhole = await answerWithTools(this, conversationId, last);
      return isWhole;
    });
    // The queue was waiting for these results.
    if (isWhole) this.#queue.sendNext();
  }

  /** Shows another branch. */
  async showVersion(id: string): Promise<void> {
    const { conversation, tree, isTemporary } = this.state.getState();
    if (!conversation) return;
    const leafId = newestLeaf(tree, id);
    // Stored before it is shown, so that a page that is left reopens with the same content.
    if (!isTemporary) await this.ports.store.conversations.update(conversation.id, { leafId });
    this.showConversation(conversation.id, { leafId });
  }

  setText(text: string): void {
    this.state.setState({ text });
  }

  /** Puts a queued message back into the composer, below its current text. */
  async recall(messageId: string): Promise<void> {
    const { recallMessage } = await import('./attached.ts');
    await recallMessage(this, messageId);
  }

  /**
   * Adds files to the open chat: documents are read, pictures and sound go with the next message.
   * Files that cannot be added are named above the composer. `onAdded`: called when all were added.
   */
  addFiles(chosen: Iterable<File>, onAdded?: () => void): void {
    const { conversation } = this.state.getState();
    const files = [...chosen];
    if (!conversation || files.length === 0) return;
    const { id } = conversation;
    this.state.setState(({ problems }) => ({ problems: problems.filter(canRetry) }));
    const again = (file: File) => this.addFiles([file], onAdded);
    const added = this.#queue.run(id, async () => {
      const isFine = await this.#addEach(id, files, again);
      if (isFine) onAdded?.();
      return isFine;
    });
    this.report(chatText.filesNotAttached, added);
  }

  /** Attaches the files again that are still in memory. */
  retryFiles(): void {
    const { problems } = this.state.getState();
    this.state.setState({ problems: problems.filter((refusal) => !canRetry(refusal)) });
    for (const { retry } of problems) retry?.();
  }

  /** Gives up the files that could not be attached, and a text that no message box can show. */
  discardFiles(): void {
    this.state.setState({ problems: [] });
    if (isTooLongToEdit(this.state.getState().text)) this.setText('');
  }

  async #addEach(
    conversationId: string,
    files: readonly File[],
    again: (file: File) => void,
  ): Promise<boolean> {
    const arrival = { conversationId, owner: null };
    this.arriving.add(arrival);
    try {
      const { addEach } = await import('./add-file.ts');
      return await addEach(this, files, () => arrival.owner, again);
    } finally {
      this.arriving.delete(arrival);
    }
  }

  /** Removes a picture or a recording from the next message, and from the store. */
  detach(id: string): void {
    this.report(
      chatText.fileNotRemoved,
      import('./attached.ts').then(({ detachFile }) => detachFile(this, id)),
    );
  }

  async removeDocument(id: string): Promise<void> {
    const { removeDocument } = await import('./documents.ts');
    await removeDocument(this, id);
  }

  /** Makes a text a document of the chat: its passages are searched. Once it is stored, the message box is free. */
  attachAsDocument(text: string, onAdded?: () => void): void {
    this.attachText(text, () => {
      if (this.state.getState().text === text) this.setText('');
      onAdded?.();
    });
  }

  /** The same for a text that is not in the message box. */
  attachText(text: string, onAdded?: () => void): void {
    const file = new File([text], `${chatText.pastedText}.txt`, { type: 'text/plain' });
    this.addFiles([file], onAdded);
  }

  /** Starts a chat about a recording: its transcript becomes a document. */
  async askAboutRecording(recordingId: string): Promise<void> {
    this.start();
    const id = this.state.getState().conversation?.id ?? '';
    await this.#queue.run(id, async () => {
      const { askAboutRecording } = await import('./ask-recording.ts');
      await askAboutRecording(this, recordingId);
      return true;
    });
  }

  /** Opens an empty chat; text written in one without messages comes along. */
  start(isTemporary = false): void {
    startChat(this, isTemporary);
  }

  /** Shows a stored conversation. @returns false when there is none. */
  open(id: string): Promise<boolean> {
    return openChat(this, id);
  }

  refreshList(): Promise<void> {
    return refreshList(this);
  }

  change(id: string, changes: Partial<Omit<Conversation, 'id'>>): Promise<void> {
    return changeChat(this, id, changes);
  }

  /** Sampling, prompt, tools and models of the open chat. The model stays loaded. */
  changeSettings(changes: Partial<ChatSettings>): Promise<void> {
    return changeSettings(this, changes);
  }

  /** Deletes chats; a toast offers to undo it. `show` opens a path. */
  remove(conversations: readonly Conversation[], show: (path: string) => void): Promise<void> {
    return removeChats(this, conversations, show);
  }

  /** Shows a message of the open chat, whatever branch it is in. */
  jumpTo(messageId: string): void {
    jumpToMessage(this, messageId);
  }

  /** Preloads the code that generates answers. */
  async prepare(): Promise<void> {
    await loadWriter();
  }
}

/** A refused file that may exist here alone: it stays until a person gives it up. */
const canRetry = ({ retry }: Refusal): boolean => Boolean(retry);

function newMessage(text: string, files: readonly string[]): WaitingMessage {
  return { id: crypto.randomUUID(), text, files };
}
