import { createStore } from 'zustand/vanilla';
import type {
  ChatDocument,
  ChatSettings,
  Conversation,
  Message,
  Passage,
  StoredFile,
} from '#storage/chat-records.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { failureToast, isStorageFull, type STORAGE_PATH } from '#ui/state/storage-full.ts';
import { buildTree, type MessageTree, withMessage } from './message-tree.ts';

/** An answer while it is being written. */
export interface LiveAnswer {
  text: string;
  reasoning: string;
  /** Seconds the thinking took; null while it runs or where there is none. */
  reasoningSeconds: number | null;
  /** How much of the prompt has been read, in tokens; null before that is known. */
  reading: { processed: number; total: number } | null;
}

/** A message that was sent while its chat was busy. */
export interface WaitingMessage {
  id: string;
  text: string;
  /** Ids of attached files. */
  files: readonly string[];
  /** What it waited for was stopped or failed: only the person sends it on. */
  isHalted?: boolean;
}

/** A document that is being read. */
export interface DocumentWork {
  id: string;
  conversationId: string;
  name: string;
  /** Passages; 0 of 0 while its text is extracted. */
  done: number;
  total: number;
}

/** Files on their way into a chat. */
interface Arrival {
  conversationId: string;
  /** The message that was sent meanwhile and includes them. */
  owner: string | null;
}

/** A recording that becomes words in the composer. */
export interface DictationState {
  /** `asks`: the speech model knows numbers only, and the person has not decided yet. */
  phase: 'idle' | 'asks' | 'transcribing' | 'ended';
  /** The recording, once there is one. */
  file: File | null;
  /** Where it is stored for Transcribe; null in a temporary chat, or when it could not be stored. */
  recordingId: string | null;
  /** Why the transcript is empty, or the error. */
  problem: string | null;
  /** The page that helps where it could not be stored. */
  help: typeof STORAGE_PATH | null;
}

export const NO_DICTATION: DictationState = {
  phase: 'idle',
  file: null,
  recordingId: null,
  problem: null,
  help: null,
};

/** A request that a provider may answer, and the person's decision. */
export interface Leaving {
  route: RouteView;
  /** What would be sent. */
  body: object;
  decide: (allows: boolean) => void;
}

type HelpPage = '/models' | '/transcribe' | typeof STORAGE_PATH;

/** A file that was not attached: why, and what helps: a page, or a model of this device. */
export interface Refusal {
  text: string;
  help: HelpPage | { id: string; title: string; file: File } | null;
  /** Attaches the file again: it may exist here alone. Null where that would always fail. */
  retry?: (() => void) | null;
}

export interface ChatState {
  list: readonly Conversation[] | null;
  conversation: Conversation | null;
  /** Never stored: gone when another chat is opened. */
  isTemporary: boolean;
  isLoading: boolean;
  tree: MessageTree;
  documents: readonly ChatDocument[];
  live: Readonly<Record<string, LiveAnswer>>;
  /** The text in the composer. */
  text: string;
  /** Pictures and recordings that go with the next message. */
  attached: readonly StoredFile[];
  /** Why files could not be added. */
  problems: readonly Refusal[];
  waiting: readonly WaitingMessage[];
  /** For all chats, like the following fields. */
  reading: readonly DocumentWork[];
  /** For how many things the next message of a chat has to wait. */
  held: Readonly<Record<string, number>>;
  /** Tokens of the conversation in the first model's template; null while unknown. */
  usedTokens: number | null;
  dictation: DictationState;
  /** The message that the thread has to show; null for none. */
  jumpTo: string | null;
  /** What would leave this device, until the person has decided. */
  leaving: Leaving | null;
}

export const EMPTY_TREE = buildTree([]);

const EMPTY: ChatState = {
  list: null,
  conversation: null,
  isTemporary: false,
  isLoading: false,
  tree: EMPTY_TREE,
  documents: [],
  live: {},
  text: '',
  attached: [],
  problems: [],
  waiting: [],
  reading: [],
  held: {},
  usedTokens: null,
  dictation: NO_DICTATION,
  jumpTo: null,
  leaving: null,
};

/** Shared by the parts of a chat session: the ports, one store, and the running work. */
export class ChatContext {
  readonly state = createStore<ChatState>(() => EMPTY);
  readonly ports: SessionPorts;
  /** Running answers and how to stop them; not on screen, so not in the store. */
  readonly runs = new Map<string, { controller: AbortController; conversationId: string }>();
  /** Files on their way into a chat. */
  readonly arriving = new Set<Arrival>();
  /** Files of temporary chats: in memory only, gone with the page. */
  readonly temporaryFiles = new Map<string, StoredFile>();
  /** Vectors of temporary chats: in memory only. */
  readonly temporaryPassages = new Map<string, Passage[]>();
  /** The dictation that is being transcribed. */
  transcribing: AbortController | null = null;
  /** Answers that a full disk refused: stored with the next one. */
  readonly unsaved = new Map<string, { message: Message; leafId: string }>();
  /** Failures that were shown already. */
  readonly #warned = new Set<string>();

  constructor(ports: SessionPorts) {
    this.ports = ports;
  }

  isAnswering(conversationId: string | undefined): boolean {
    return [...this.runs.values()].some((run) => run.conversationId === conversationId);
  }

  isOpen(conversationId: string): boolean {
    return this.state.getState().conversation?.id === conversationId;
  }

  /** Whether the open chat has its own row already. */
  isStored(): boolean {
    const { conversation, isTemporary, list } = this.state.getState();
    return !isTemporary && (list?.some((row) => row.id === conversation?.id) ?? false);
  }

  /** Puts a message into the open conversation's tree, if it is its own. */
  showMessage(message: Message): void {
    this.state.setState(({ conversation, tree }) =>
      message.conversationId === conversation?.id ? { tree: withMessage(tree, message) } : {},
    );
  }

  /** Removes a message that could not be stored from the page again. */
  hideMessage({ id, conversationId, parentId }: Message): void {
    this.state.setState(({ conversation, tree }) =>
      conversationId === conversation?.id
        ? {
            tree: buildTree([...tree.byId.values()].filter((message) => message.id !== id)),
            conversation: { ...conversation, leafId: parentId },
          }
        : {},
    );
  }

  /** Changes the open conversation on screen, if it is the one. */
  showConversation(id: string, changes: Partial<Conversation>): void {
    this.state.setState(({ conversation, list }) => ({
      conversation: conversation?.id === id ? { ...conversation, ...changes } : conversation,
      list: list?.map((row) => (row.id === id ? { ...row, ...changes } : row)) ?? null,
    }));
  }

  /** A file of a message. */
  async readFile(id: string): Promise<StoredFile | undefined> {
    return this.temporaryFiles.get(id) ?? (await this.ports.store.opened).files.get(id);
  }

  stopAnswers(conversationId: string | undefined): void {
    for (const run of this.runs.values()) {
      if (run.conversationId === conversationId) run.controller.abort();
    }
  }

  /**
   * Says once that something is in memory only, as the disk is full. Failures of any other kind are reported.
   * @param what as a sentence begins; `saved` allows it to be said again.
   */
  warn(what: string, error: unknown): void {
    if (!isStorageFull(error)) reportError(error);
    else if (!this.#warned.has(what)) {
      this.#warned.add(what);
      this.report(what, Promise.reject(error));
    }
  }

  saved(what: string): void {
    this.#warned.delete(what);
  }

  /** Says in words when work fails. */
  report(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.ports.notify(failureToast(errorsText.failed(what, describeError(error)), error)),
    );
  }
}

export const PLAIN_SETTINGS: Omit<ChatSettings, 'model'> = {
  secondModel: null,
  system: '',
  sampling: {},
  outputSchema: '',
  tools: [],
};
