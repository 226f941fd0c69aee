import type {
  ChatDocument,
  Conversation as ChatRow,
  Message,
  StoredFile,
} from '#storage/chat-records.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { STORAGE_PATH } from '#ui/state/storage-full.ts';
import { buildTree, type MessageTree } from './message-tree.ts';

/** The stored record of a chat; `Conversation` is the chat at work. */
export type { ChatRow };

/** An answer while it is being written. */
export interface LiveAnswer {
  text: string;
  reasoning: string;
  /** Seconds the thinking took; null while it runs or where there is none. */
  reasoningSeconds: number | null;
  /** How much of the prompt has been read, in tokens; null before that is known. */
  reading: { processed: number; total: number } | null;
  /** Of an answer that lists everything. */
  listing?: ListingWork;
}

/** An answer as it begins, or continues. */
export const liveOf = ({ text, reasoning = '' }: Message): LiveAnswer => ({
  text,
  reasoning,
  reasoningSeconds: null,
  reading: null,
});

/** The making of an answer that lists everything. */
export interface ListingWork {
  /** Searched by words and meaning, then read by a model. */
  phase: 'search' | 'model';
  /** Lines. */
  done: number;
  total: number;
  found: number;
  /** Null while unknown. */
  secondsLeft: number | null;
  /** Where a long run waits for the person: true reads everything, false ends with the lines of the search. */
  decide?: ((readsAll: boolean) => void) | undefined;
}

/** A message that was sent while its chat was busy. */
export interface WaitingMessage {
  id: string;
  text: string;
  /** Ids of attached files. */
  files: readonly string[];
  /** The message that it follows; absent for the last one. */
  parentId?: string | null;
  /** What it waited for was stopped or failed: only the person sends it on. */
  isHalted?: boolean;
}

/** A document that is being read. */
export interface DocumentWork {
  id: string;
  name: string;
  /** The page whose picture is read, and how many there are. */
  page?: number;
  pages?: number;
  /** Passages; 0 of 0 while its text is extracted. */
  done: number;
  total: number;
  /** Ends the reading; the document is not added. */
  cancel: () => void;
}

/** A recording that becomes words in the composer. */
export interface DictationState {
  phase: 'idle' | 'recording' | 'transcribing' | 'ended';
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
  /** Of the file: another try with it takes the place of this one. */
  name?: string;
  /** A message or more files followed: it is listed with others until it is dismissed. */
  isFolded?: boolean;
  help: HelpPage | { id: string; title: string; file: File } | null;
  /** Attaches the file again: it may exist here alone. Null where that would always fail. */
  retry?: (() => void) | null;
  /** The followed folder whose file it is: the next look into it says it again. */
  folder?: string;
}

/** A refused file that may exist here alone: it stays until a person gives it up. */
export const canRetry = ({ retry }: Refusal): boolean => Boolean(retry);

/** The refusals after the next message or files; files that can be retried stay open. */
export const folded = (problems: readonly Refusal[]): Refusal[] =>
  problems.map((problem) => (canRetry(problem) ? problem : { ...problem, isFolded: true }));

/** Work that the next message of a chat waits for: an answer with its rounds of tools, or files that are added. */
export interface Run {
  kind: 'answer' | 'files';
  controller: AbortController;
}

/** What a conversation does. `halted`: messages wait for the person, who may send them or change them. */
export type ChatStatus = 'answering' | 'adding' | 'loading' | 'halted' | 'idle';

export interface ConversationState {
  row: ChatRow;
  /** Whether the database has its row: a new chat gets one with its first message or file, a temporary one never. */
  isStored: boolean;
  isLoading: boolean;
  tree: MessageTree;
  documents: readonly ChatDocument[];
  /** Answers that are being written, by the id of their message. */
  live: Readonly<Record<string, LiveAnswer>>;
  /** The text in the composer. */
  text: string;
  /** Pictures and recordings that go with the next message. */
  attached: readonly StoredFile[];
  /** Why files could not be added. */
  problems: readonly Refusal[];
  waiting: readonly WaitingMessage[];
  /** The message that is on its way into the database. */
  sending: WaitingMessage | null;
  reading: readonly DocumentWork[];
  runs: readonly Run[];
  /** Changes of the row that are on their way: what another tab sees of it meanwhile is older. */
  changes: number;
  /** Tokens of the conversation in the first model's template; null while unknown. */
  usedTokens: number | null;
  dictation: DictationState;
  /** Models that are on their way and will answer, by the id of the question. */
  awaited: Readonly<Record<string, string>>;
  /** Whether a model to compare with is being chosen. */
  choosesSecond: boolean;
  /** The message that the thread has to show; null for none. */
  jumpTo: string | null;
  /** What would leave this device, until the person has decided. */
  leaving: Leaving | null;
}

export const emptyState = (row: ChatRow): ConversationState => ({
  row,
  isStored: false,
  isLoading: false,
  tree: buildTree([]),
  documents: [],
  live: {},
  text: '',
  attached: [],
  problems: [],
  waiting: [],
  sending: null,
  reading: [],
  runs: [],
  changes: 0,
  usedTokens: null,
  dictation: NO_DICTATION,
  awaited: {},
  choosesSecond: false,
  jumpTo: null,
  leaving: null,
});

/** How a chat is answered before anything is set. */
export const PLAIN_SETTINGS = {
  secondModel: null,
  system: '',
  sampling: {},
  outputSchema: '',
  tools: [],
};

export function statusOf({ runs, isLoading, waiting }: ConversationState): ChatStatus {
  if (runs.some(({ kind }) => kind === 'answer')) return 'answering';
  if (runs.length > 0) return 'adding';
  if (isLoading) return 'loading';
  return waiting.length > 0 ? 'halted' : 'idle';
}

/** Whether an answer is being prepared or written, or its tools run: Stop ends it. */
export const isAnswering = (state: ConversationState): boolean => statusOf(state) === 'answering';

/** The name of a chat; one that has none yet is a new chat, in the language of the app. */
export function chatTitle({ title }: Pick<ChatRow, 'title'>): string {
  return title === '' ? chatText.newChat : title;
}
