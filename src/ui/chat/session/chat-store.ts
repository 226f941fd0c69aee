import { create } from 'zustand';
import type {
  ChatDocument,
  ChatSettings,
  Conversation,
  Message,
  StoredFile,
} from '#storage/chat-records.ts';
import { buildTree, type MessageTree, withMessage } from './message-tree.ts';

/** An answer while it is being written. */
export interface LiveAnswer {
  text: string;
  reasoning: string;
  /** Seconds the thinking took; null while it goes on or where there is none. */
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
  /** Passages; 0 of 0 while its text is taken out. */
  done: number;
  total: number;
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
  /** What is written in the composer. */
  text: string;
  /** Pictures and recordings that go with the next message. */
  attached: readonly StoredFile[];
  /** Why files could not be taken. */
  problems: readonly string[];
  waiting: readonly WaitingMessage[];
  /** Of all chats, as what follows. */
  reading: readonly DocumentWork[];
  /** For how many things the next message of a chat has to wait. */
  held: Readonly<Record<string, number>>;
  /** Tokens of the conversation in the first model's template; null while unknown. */
  usedTokens: number | null;
}

export const EMPTY_TREE = buildTree([]);

export const useChatStore = create<ChatState>(() => ({
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
}));

/** Running answers and how to stop them; not on screen, so not in the store. */
export const runs = new Map<string, { controller: AbortController; conversationId: string }>();

export function isAnswering(conversationId: string | undefined): boolean {
  return [...runs.values()].some((run) => run.conversationId === conversationId);
}

/** Whether the open chat has a row of its own already. */
export function isStored(): boolean {
  const { conversation, isTemporary, list } = useChatStore.getState();
  return !isTemporary && (list?.some((row) => row.id === conversation?.id) ?? false);
}

/** Puts a message into the open conversation's tree, if it is its own. */
export function showMessage(message: Message): void {
  useChatStore.setState(({ conversation, tree }) =>
    message.conversationId === conversation?.id ? { tree: withMessage(tree, message) } : {},
  );
}

/** Takes a message that could not be stored off the page again. */
export function hideMessage({ id, conversationId, parentId }: Message): void {
  useChatStore.setState(({ conversation, tree }) =>
    conversationId === conversation?.id
      ? {
          tree: buildTree([...tree.byId.values()].filter((message) => message.id !== id)),
          conversation: { ...conversation, leafId: parentId },
        }
      : {},
  );
}

/** Changes the open conversation on screen, if it is the one. */
export function showConversation(id: string, changes: Partial<Conversation>): void {
  useChatStore.setState(({ conversation, list }) => ({
    conversation: conversation?.id === id ? { ...conversation, ...changes } : conversation,
    list: list?.map((row) => (row.id === id ? { ...row, ...changes } : row)) ?? null,
  }));
}

export const PLAIN_SETTINGS: Omit<ChatSettings, 'model'> = {
  secondModel: null,
  system: '',
  sampling: {},
  outputSchema: '',
  tools: [],
};
