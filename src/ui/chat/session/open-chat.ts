import type { ChatSettings, Conversation } from '#storage/chat-records.ts';
import { emptyConversation } from '#storage/conversations.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { showToast } from '#ui/state/toasts.ts';
import {
  EMPTY_TREE,
  isStored,
  PLAIN_SETTINGS,
  showConversation,
  useChatStore,
} from './chat-store.ts';
import { chatTitle } from './chat-title.ts';
import { buildTree, soundLeaf } from './message-tree.ts';

/** A chat that exists on screen only; it is stored with its first message. */
function draft(): Conversation {
  const settings = { ...PLAIN_SETTINGS, model: readPreferences().chatModel };
  return emptyConversation(crypto.randomUUID(), settings, Date.now());
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
} as const;

/** Words that were written in a chat without messages come along into the new one. */
export function startChat(isTemporary = false): void {
  const { conversation, isTemporary: wasTemporary, text } = useChatStore.getState();
  const comesAlong = conversation?.leafId === null && !wasTemporary && !isStored();
  useChatStore.setState({
    ...FRESH,
    conversation: draft(),
    isTemporary,
    text: comesAlong ? text : '',
  });
}

/** Shows a stored conversation. @returns false when there is none. */
export async function openChat(services: Services, id: string): Promise<boolean> {
  if (useChatStore.getState().conversation?.id === id) return true;
  const conversation = await services.conversations.get(id);
  if (!conversation) return false;
  useChatStore.setState({ ...FRESH, conversation, isTemporary: false, isLoading: true });
  const [messages, documents] = await Promise.all([
    services.conversations.messages(id),
    (await services.storage).documents.where('conversationId').equals(id).toArray(),
  ]);
  // Another one may have been opened meanwhile.
  const { conversation: shown } = useChatStore.getState();
  if (shown?.id !== id) return true;
  const tree = buildTree(messages);
  useChatStore.setState({
    tree,
    conversation: { ...shown, leafId: soundLeaf(tree, shown.leafId) },
    documents,
    isLoading: false,
  });
  return true;
}

export async function refreshList(services: Services): Promise<void> {
  useChatStore.setState({ list: await services.conversations.list() });
}

/** Stores the open chat when it is not yet; temporary ones never are. */
export async function ensureStored(services: Services): Promise<void> {
  const { conversation, isTemporary } = useChatStore.getState();
  if (!conversation || isTemporary || isStored()) return;
  await services.conversations.add(conversation);
  await refreshList(services);
}

export async function changeChat(
  services: Services,
  id: string,
  changes: Partial<Omit<Conversation, 'id'>>,
): Promise<void> {
  showConversation(id, changes);
  await services.conversations.update(id, changes);
  if (!useChatStore.getState().isTemporary) await refreshList(services);
}

/** Sampling, prompt, tools and models of the open chat. The model stays loaded. */
export async function changeSettings(
  services: Services,
  changes: Partial<ChatSettings>,
): Promise<void> {
  const { conversation } = useChatStore.getState();
  if (!conversation) return;
  const settings = { ...conversation.settings, ...changes };
  showConversation(conversation.id, { settings });
  if (isStored()) await services.conversations.update(conversation.id, { settings });
}

/** Deletes a chat; a toast offers to undo it. */
export async function removeChat(
  services: Services,
  conversation: Conversation,
  leave: () => void,
): Promise<void> {
  const { id } = conversation;
  const undo = await services.conversations.remove(id);
  const wasOpen = useChatStore.getState().conversation?.id === id;
  await refreshList(services);
  if (wasOpen) {
    startChat();
    leave();
  }
  const restore = () => undo().then(() => refreshList(services));
  const text = chatText.deleted(chatTitle(conversation));
  showToast({ text, action: { label: chatText.undo, run: restore } });
}
