import { create } from 'zustand';
import type { ChatDocument, ChatSettings, Conversation, Message } from '#storage/chat-records.ts';
import { buildTree, type MessageTree, withMessage } from './message-tree.ts';

/** An answer while it is being written. */
export interface LiveAnswer {
  text: string;
  reasoning: string;
  /** Seconds the thinking took; null while it goes on or where there is none. */
  reasoningSeconds: number | null;
}

/** A message that waits for the running answer to end. */
interface WaitingMessage {
  id: string;
  text: string;
  files: string[];
}

/** Why the documents of a chat are being read. */
interface DocumentWork {
  name: string;
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
  documentWork: DocumentWork | null;
  live: Readonly<Record<string, LiveAnswer>>;
  waiting: readonly WaitingMessage[];
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
  documentWork: null,
  live: {},
  waiting: [],
  usedTokens: null,
}));

/** Running answers and how to stop them; not on screen, so not in the store. */
export const runs = new Map<string, { controller: AbortController; conversationId: string }>();

export function isAnswering(conversationId: string | undefined): boolean {
  return [...runs.values()].some((run) => run.conversationId === conversationId);
}

/** Puts a message into the open conversation's tree, if it is its own. */
export function showMessage(message: Message): void {
  useChatStore.setState(({ conversation, tree }) =>
    message.conversationId === conversation?.id ? { tree: withMessage(tree, message) } : {},
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
