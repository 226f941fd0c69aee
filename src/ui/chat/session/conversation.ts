import type { Conversation as ChatRow, Message } from '#storage/chat-records.ts';
import { isTooLongToEdit } from '#ui/kit/text-input.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { ChatCore, type ChatEvents } from './chat-core.ts';
import { ChatSync } from './chat-sync.ts';
import { canRetry, folded, isAnswering, type WaitingMessage } from './conversation-state.ts';
import { newestLeaf, pathTo } from './message-tree.ts';
import { SendQueue } from './send-queue.ts';
import { answerWithTools, loadWriter } from './submit-message.ts';

/**
 * One chat: its messages, documents, draft, queue and answers. It reads no other chat, and works on when another
 * is shown; deleting it ends its work. Rarely used code is loaded on demand.
 */
export class Conversation extends ChatCore {
  /** Reads its rows, and follows other tabs that change them. */
  readonly sync = new ChatSync(this);
  readonly #queue = new SendQueue(this, this.sync);
  /** Messages that files on their way into the chat go with: null for the next one. */
  readonly #arriving = new Set<{ owner: string | null }>();
  /** A chat that begins, or that is stored and has to be loaded. */
  constructor(
    row: ChatRow,
    ports: SessionPorts,
    kind: 'new' | 'temporary' | 'stored',
    events: ChatEvents,
  ) {
    super(row, ports, kind === 'temporary', events);
    if (kind === 'stored') this.state.setState({ isStored: true });
  }

  /** Whether it works, or has something in memory alone, so that it has to stay. */
  get isWorking(): boolean {
    const { isLoading, dictation, awaited } = this.state.getState();
    return (
      this.isWriting ||
      isLoading ||
      dictation.phase === 'recording' ||
      dictation.phase === 'transcribing' ||
      this.unsaved.size > 0 ||
      Object.keys(awaited).length > 0
    );
  }

  /** Whether files are in memory alone: they could not be attached, or a recording could not be stored. */
  get holdsFiles(): boolean {
    const { problems, dictation } = this.state.getState();
    const { phase, problem, file, recordingId } = dictation;
    const isOnlyHere = file !== null && recordingId === null;
    return problems.some(canRetry) || (phase === 'ended' && problem !== null && isOnlyHere);
  }

  /**
   * Sends a message with the attached files. While an answer is being written or a file is being read it waits
   * in the queue.
   */
  async send(text: string): Promise<void> {
    const { attached } = this.state.getState();
    const message = newMessage(
      text,
      attached.map(({ id }) => id),
    );
    // Files that are still being read belong to this message.
    for (const files of this.#arriving) files.owner ??= message.id;
    this.state.setState(({ problems }) => ({ attached: [], problems: folded(problems) }));
    await this.#queue.send(message);
  }

  /** Resumes the queue. */
  sendNext(): void {
    this.#queue.sendNext();
  }

  /** Puts a queued message back into the composer, below its current text. */
  recall(messageId: string): Promise<void> {
    return this.#queue.recall(messageId);
  }

  /** A new version of a user's message; the old one and its answers stay as a branch. */
  async edit({ parentId, files = [] }: Message, text: string): Promise<void> {
    await this.#queue.submit({ ...newMessage(text, files), parentId });
  }

  /** Another answer to the same question; the first stays as a branch. */
  async regenerate({ parentId }: Message): Promise<void> {
    if (parentId === null) return;
    await this.#queue.run('answer', (signal) => answerWithTools(this, parentId, signal));
  }

  /**
   * Another answer to the same question by another model, which also gets the next ones. It may still be on its way:
   * it answers once it is there, whatever is shown then.
   */
  async answerWith({ parentId }: Message, model: string): Promise<void> {
    if (parentId === null) return;
    this.state.setState(({ awaited }) => ({ awaited: { ...awaited, [parentId]: model } }));
    await this.ports.models.whenThere(model, this.signal);
    const { [parentId]: wanted, ...awaited } = this.state.getState().awaited;
    // Deleted, pressed twice, or another model was chosen since.
    if (this.signal.aborted || wanted !== model) return;
    const answered = this.#queue.run('answer', async (signal) => {
      await this.changeSettings({ model });
      return answerWithTools(this, parentId, signal);
    });
    // Only now: a chat that waits for nothing may be released.
    this.state.setState({ awaited });
    await answered;
  }

  /** Continues an answer that was stopped or cut off. */
  async continue(message: Message): Promise<void> {
    if (isAnswering(this.state.getState())) return;
    await this.#queue.run('answer', async (signal) => {
      const { continueAnswer } = await loadWriter();
      return (await continueAnswer(this, message, signal)).state === 'done';
    });
  }

  /** Saves a person's text as the results of an answer's tool calls, and generates the next answer. */
  async sendToolResults(message: Message, results: readonly string[]): Promise<void> {
    if (isAnswering(this.state.getState())) return;
    let isWhole = false;
    await this.#queue.run('answer', async (signal) => {
      const { answerByHand } = await import('./tool-calls.ts');
      const last = await answerByHand(this, message, results);
      isWhole = await answerWithTools(this, last, signal);
      return isWhole;
    });
    // The queue was waiting for these results.
    if (isWhole) this.#queue.sendNext();
  }

  /** Shows another branch. */
  async showVersion(id: string): Promise<void> {
    const leafId = newestLeaf(this.state.getState().tree, id);
    // Stored before it is shown, so that a page that is left reopens with the same content.
    await this.change(() => this.rows.change({ leafId }));
    this.showRow({ leafId });
  }

  /** Shows the branch of a message, and asks the thread to scroll to it. */
  async jumpTo(messageId: string): Promise<void> {
    const { row, tree } = this.state.getState();
    if (!tree.byId.has(messageId)) return;
    const isShown = pathTo(tree, row.leafId).some(({ id }) => id === messageId);
    // A full disk does not keep a person from reading.
    if (!isShown)
      await this.showVersion(messageId).catch(() =>
        this.showRow({ leafId: newestLeaf(tree, messageId) }),
      );
    this.state.setState({ jumpTo: messageId });
  }

  /** The thread has scrolled there. */
  jumped(): void {
    this.state.setState({ jumpTo: null });
  }

  setText(text: string): void {
    this.state.setState({ text });
  }

  /** Compares with a second model, or ends it. Where this device has no other one, the page lets a person choose. */
  async compare(): Promise<void> {
    const { model, secondModel } = this.row.settings;
    if (secondModel !== null) return this.changeSettings({ secondModel: null });
    const chats = this.ports.models.list().filter(({ task }) => task.endsWith('chat'));
    const other = chats.find(({ id }) => id !== model);
    if (other) await this.changeSettings({ secondModel: other.id });
    else this.state.setState({ choosesSecond: true });
  }

  /** The person chose no second model. */
  choseNoSecond(): void {
    this.state.setState({ choosesSecond: false });
  }

  /**
   * Adds files: documents are read, pictures and sound go with the next message. Files that cannot be added are
   * named above the composer. `onAdded`: called when all were added.
   */
  addFiles(chosen: Iterable<File>, onAdded?: () => void): void {
    const files = [...chosen];
    if (files.length === 0) return;
    this.state.setState(({ problems }) => ({ problems: folded(problems) }));
    const again = (file: File) => this.addFiles([file], onAdded);
    const arrival: { owner: string | null } = { owner: null };
    this.#arriving.add(arrival);
    const added = this.#queue
      .run('files', async () => {
        const { addEach, addToChat } = await import('./add-files.ts');
        const add = (file: File) => addToChat(this, file, () => arrival.owner);
        const isFine = await addEach(this, files, add, again);
        if (isFine) onAdded?.();
        return isFine;
      })
      .finally(() => this.#arriving.delete(arrival));
    this.report(chatText.filesNotAttached, added);
  }

  /** Attaches the files again that are still in memory. */
  retryFiles(): void {
    const { problems } = this.state.getState();
    this.state.setState({ problems: problems.filter((refusal) => !canRetry(refusal)) });
    for (const { retry } of problems) retry?.();
  }

  /** Gives up the files that could not be attached, and with those in memory a text that no message box can show. */
  discardFiles(): void {
    const { problems, text } = this.state.getState();
    this.state.setState({ problems: [] });
    if (problems.some(canRetry) && isTooLongToEdit(text)) this.setText('');
  }

  /** Removes a picture or a recording from the next message, and from the store unless a message has it. */
  detach(id: string): void {
    this.state.setState(({ attached }) => ({ attached: attached.filter((f) => f.id !== id) }));
    const { tree, waiting } = this.state.getState();
    if ([...tree.byId.values(), ...waiting].some(({ files = [] }) => files.includes(id))) return;
    this.report(chatText.fileNotRemoved, this.rows.removeFile(id));
  }

  async removeDocument(id: string): Promise<void> {
    this.state.setState(({ documents }) => ({ documents: documents.filter((d) => d.id !== id) }));
    await this.change(() => this.rows.removeDocument(id, this.ports.clock()));
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

  /** Makes the transcript of a recording a document of the chat. */
  async askAboutRecording(recordingId: string): Promise<void> {
    await this.#queue.run('files', async () => {
      const { addTranscript } = await import('./documents.ts');
      await addTranscript(this, recordingId);
      return true;
    });
  }
}

function newMessage(text: string, files: readonly string[]): WaitingMessage {
  return { id: crypto.randomUUID(), text, files };
}
