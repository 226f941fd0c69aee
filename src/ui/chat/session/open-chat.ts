import type { ChatSettings, Conversation } from '#storage/chat-records.ts';
import { emptyConversation } from '#storage/conversations.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatText } from '#ui/messages/chat.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { type ChatContext, EMPTY_TREE, PLAIN_SETTINGS } from './chat-context.ts';
import { chatTitle } from './chat-title.ts';
import { buildTree, newestLeaf, pathTo, soundLeaf } from './message-tree.ts';

/** A chat that exists on screen only; it is stored with its first message. */
function draft(chat: ChatContext): Conversation {
  const settings = { ...PLAIN_SETTINGS, model: readPreferences().chatModel };
  return emptyConversation(crypto.randomUUID(), settings, chat.ports.clock());
}

const FRESH = {
  tree: EMPTY_TREE,
  documents: [],
  text: '',
  attached: [],
  problems: [],
  waiting: [],
  usedTokens: null,
  isLoading: false,
  jumpTo: null,
} as const;

/** Words that were written in a chat without messages come along into the new one. */
export function startChat(chat: ChatContext, isTemporary = false): void {
  const { conversation, isTemporary: wasTemporary, text } = chat.state.getState();
  const comesAlong = conversation?.leafId === null && !wasTemporary && !chat.isStored();
  chat.state.setState({
    ...FRESH,
    conversation: draft(chat),
    isTemporary,
    text: comesAlong ? text : '',
  });
}

/** Shows a stored conversation. @returns false when there is none. */
export async function openChat(chat: ChatContext, id: string): Promise<boolean> {
  if (chat.state.getState().conversation?.id === id) return true;
  const conversation = await chat.ports.store.conversations.get(id);
  if (!conversation) return false;
  chat.state.setState({ ...FRESH, conversation, isTemporary: false, isLoading: true });
  const [messages, documents] = await readChat(chat, id).catch((error: unknown) => {
    // As if it had not been opened, so that the next try reads it again.
    if (chat.isOpen(id)) chat.state.setState({ conversation: null, isLoading: false });
    throw error;
  });
  // Another one may have been opened meanwhile.
  const { conversation: shown } = chat.state.getState();
  if (shown?.id !== id) return true;
  const tree = buildTree(messages);
  chat.state.setState({
    tree,
    conversation: { ...shown, leafId: soundLeaf(tree, shown.leafId) },
    documents,
    isLoading: false,
  });
  return true;
}

async function readChat(chat: ChatContext, id: string) {
  const database = await chat.ports.store.opened;
  return Promise.all([
    chat.ports.store.conversations.messages(id),
    database.documents.where('conversationId').equals(id).toArray(),
  ]);
}

export async function refreshList(chat: ChatContext): Promise<void> {
  chat.state.setState({ list: await chat.ports.store.conversations.list() });
}

/** Stores the open chat when it is not yet; temporary ones never are. */
export async function ensureStored(chat: ChatContext): Promise<void> {
  const { conversation, isTemporary } = chat.state.getState();
  if (!conversation || isTemporary || chat.isStored()) return;
  await chat.ports.store.conversations.add(conversation);
  await refreshList(chat);
}

export async function changeChat(
  chat: ChatContext,
  id: string,
  changes: Partial<Omit<Conversation, 'id'>>,
): Promise<void> {
  const { list, conversation } = chat.state.getState();
  chat.showConversation(id, changes);
  try {
    await chat.ports.store.conversations.update(id, changes);
  } catch (error) {
    // As it is stored; a temporary chat is not in the list.
    const before = list?.find((row) => row.id === id) ?? conversation;
    const names = Object.keys(changes) as (keyof typeof changes)[];
    const old = Object.fromEntries(names.map((name) => [name, before?.[name]]));
    if (before?.id === id) chat.showConversation(id, old);
    throw error;
  }
  if (!chat.state.getState().isTemporary) await refreshList(chat);
}

/** Sampling, prompt, tools and models of the open chat. The model stays loaded. */
export async function changeSettings(
  chat: ChatContext,
  changes: Partial<ChatSettings>,
): Promise<void> {
  const { conversation } = chat.state.getState();
  if (!conversation) return;
  const settings = { ...conversation.settings, ...changes };
  chat.showConversation(conversation.id, { settings });
  if (chat.isStored()) await chat.ports.store.conversations.update(conversation.id, { settings });
}

/** Deletes chats; a toast offers to undo it. `show` opens a path: that of an empty chat, or of the restored one. */
export async function removeChats(
  chat: ChatContext,
  conversations: readonly Conversation[],
  show: (path: string) => void,
): Promise<void> {
  const undos: (() => Promise<void>)[] = [];
  for (const { id } of conversations) undos.push(await chat.ports.store.conversations.remove(id));
  const openId = chat.state.getState().conversation?.id;
  const wasOpen = conversations.some(({ id }) => id === openId);
  await refreshList(chat);
  if (wasOpen) {
    startChat(chat);
    show('/chat');
  }
  const restore = async () => {
    for (const undo of undos) await undo();
    await refreshList(chat);
    if (openId && wasOpen) show(itemPath('/chat', openId));
  };
  const [first] = conversations;
  const isOne = conversations.length === 1 && first !== undefined;
  const text = isOne
    ? chatText.deleted(chatTitle(first))
    : chatText.deletedMany(conversations.length);
  chat.ports.notify({ text, action: { label: chatText.undo, run: restore } });
}

/** Shows the branch of a message, and asks the thread to scroll to it. */
export function jumpToMessage(chat: ChatContext, messageId: string): void {
  const { conversation, tree } = chat.state.getState();
  if (!conversation || !tree.byId.has(messageId)) return;
  const isShown = pathTo(tree, conversation.leafId).some(({ id }) => id === messageId);
  if (!isShown) chat.showConversation(conversation.id, { leafId: newestLeaf(tree, messageId) });
  chat.state.setState({ jumpTo: messageId });
}
