import { deferred } from '#base/promises.ts';
import type { DraftPart } from '#storage/chat-records.ts';
import {
  type DraftPlace,
  joinTexts,
  newChatDrafts,
  readDraft,
  saveDraft,
} from '#storage/drafts.ts';
import { reportFault } from '#storage/open-database.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatCore } from './chat-core.ts';
import { type ConversationState, canRetry } from './conversation-state.ts';

/** Milliseconds of writing that a crash may cost; storing more often is felt while an answer is written. */
const DELAY_MS = 1_000;

/** The lock of a part of a draft: while it is held, the part belongs to a tab that is open. */
const draftLock = (writer: string) => `alcove-draft:${writer}`;

/** What one tab has not sent of a chat, in the database: restored once, then saved as it changes. */
export class SavedDraft {
  readonly #writer = crypto.randomUUID();
  readonly #chat: ChatCore;
  readonly #stops: (() => void)[];
  /** Parts of closed tabs that are in this one since it was saved last. */
  #taken: DraftPlace[] = [];
  #hasChanges = false;
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when the tab gives up its parts of drafts. */
  readonly #held = deferred();

  constructor(chat: ChatCore) {
    this.#chat = chat;
    const { state, ports } = chat;
    const unsubscribe = state.subscribe((now, before) => {
      // An answer that is being written changes the state many times a second.
      if (hasChanged(now, before, UNSENT)) this.#note();
      if (hasChanged(now, before, ACTS)) void this.flush();
    });
    this.#stops = [unsubscribe, ports.onLeave(() => void this.flush())];
    this.#begin().catch(reportFault);
  }

  /** Saves the last changes immediately, as the page may end. @returns whether all changes so far are saved */
  async flush(): Promise<boolean> {
    const before = this.#saving;
    this.#saving = this.#save();
    await Promise.all([before, this.#saving]);
    return !this.#hasChanges;
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { state, ports, signal } = this.#chat;
    if (!this.#hasChanges || signal.aborted) return;
    this.#hasChanges = false;
    const now = state.getState();
    const taken = this.#taken;
    this.#taken = [];
    try {
      const { project } = this.#chat.row;
      const begun = project && !now.isStored ? { project } : {};
      const part = { writer: this.#writer, ...unsentOf(now), ...begun };
      const options = { isNew: !now.isStored, taken };
      await saveDraft(await ports.store.opened, this.#chat.id, part, options);
      this.#chat.saved(chatText.draftNotSaved);
    } catch (error) {
      // Saved with the next change, or when the page is left.
      this.#hasChanges = true;
      this.#taken = [...taken, ...this.#taken];
      this.#chat.warn(chatText.draftNotSaved, error);
    }
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.flush();
    this.#held.resolve();
  }

  #note(): void {
    this.#hasChanges = true;
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS);
  }

  async #begin(): Promise<void> {
    const { id, state, ports } = this.#chat;
    ports.locks.request(draftLock(this.#writer), () => this.#held.promise).catch(reportFault);
    const { isStored } = state.getState();
    const database = await ports.store.opened;
    // A new chat takes the words of another one whose tab was closed or has crashed.
    for (const from of isStored ? [id] : await newChatDrafts(database)) {
      let isTaken = false;
      for (const { writer } of await readDraft(database, from)) {
        if (writer === this.#writer) continue;
        isTaken = (await this.#take({ id: from, writer })) || isTaken;
      }
      if (isTaken && !isStored) break;
    }
    // Text typed before the draft was restored.
    if (hasWords(state.getState())) this.#note();
  }

  /** Takes over a part that no open tab has. Text typed in the meantime stays. */
  #take(place: DraftPlace): Promise<boolean> {
    const { id, ports } = this.#chat;
    return new Promise((resolve, reject) => {
      const take = async (lock: Lock | null) => {
        const parts = lock ? await readDraft(await ports.store.opened, place.id) : [];
        const part = parts.find(({ writer }) => writer === place.writer);
        // Files do not come along into another chat.
        const files = part && place.id === id ? await this.#filesOf(part) : NO_FILES;
        if (!part || !this.#mayTake(place.id, part.project)) return resolve(false);
        if (part.project && place.id !== id) this.#chat.showRow({ project: part.project });
        // Stored there until it is stored here.
        this.#taken.push(place);
        this.#chat.state.setState(({ text, attached, problems }) => ({
          text: joinTexts([part.text, text]),
          attached: [...files.attached, ...attached],
          problems: [...files.problems, ...problems],
        }));
        resolve(true);
        await this.#held.promise;
      };
      ports.locks.request(draftLock(place.writer), { ifAvailable: true }, take).catch(reject);
    });
  }

  /** The files of a part that are still there, and those that were refused. */
  async #filesOf({ files, refused = [] }: DraftPart): Promise<typeof NO_FILES> {
    const found = await Promise.all(files.map((file) => this.#chat.rows.file(file)));
    return {
      attached: found.filter((file) => file !== undefined),
      problems: refused.map((file) => ({ ...file, help: null, isFolded: true })),
    };
  }

  /** Words of another chat come into one that has not begun only, and never into another project. */
  #mayTake(from: string, project = ''): boolean {
    const { isStored, sending, waiting, row } = this.#chat.state.getState();
    if (row.project && row.project !== project && from !== this.#chat.id) return false;
    return from === this.#chat.id || !(isStored || sending || waiting.length > 0);
  }
}

const hasWords = ({ text, attached, waiting }: ConversationState) =>
  text !== '' || attached.length > 0 || waiting.length > 0;

const NO_FILES: Pick<ConversationState, 'attached' | 'problems'> = { attached: [], problems: [] };

/** Refused files that are named in the next visit. */
const MAX_REFUSED = 100;

/** Files that were added, removed or given up: a page that ends within the second does not bring them back. */
const ACTS = ['attached', 'problems'] as const;
const UNSENT = ['text', 'waiting', 'sending', 'isStored', ...ACTS] as const;

const hasChanged = (
  state: ConversationState,
  before: ConversationState,
  names: readonly (typeof UNSENT)[number][],
) => names.some((name) => state[name] !== before[name]);

/** Messages that are not stored yet are words in the composer when the chat is opened again. */
function unsentOf({
  text,
  attached,
  waiting,
  sending,
  problems,
  isStored,
}: ConversationState): Omit<DraftPart, 'writer'> {
  // Another new chat takes the words of this one, not its files.
  const named = isStored ? problems.filter((problem) => !canRetry(problem)) : [];
  const refused = named
    .slice(0, MAX_REFUSED)
    .map(({ name = '', text: why }) => ({ name, text: why }));
  const unsent = sending ? [sending, ...waiting] : waiting;
  return {
    text: joinTexts([...unsent.map((message) => message.text), text]),
    files: [...unsent.flatMap((message) => message.files), ...attached.map(({ id }) => id)],
    ...(refused.length > 0 && { refused }),
  };
}
