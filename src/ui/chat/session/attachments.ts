import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useChatStore } from './chat-store.ts';
import { holdLine } from './line.ts';

/** Files on their way into a chat. */
interface Arrival {
  conversationId: string;
  /** The message that was sent meanwhile and takes them along. */
  owner: string | null;
}

const arriving = new Set<Arrival>();

/** Files that are still on their way belong to this message: its chat's line is held for them. */
export function claimArriving(conversationId: string, messageId: string): void {
  for (const files of arriving) {
    if (files.conversationId === conversationId) files.owner ??= messageId;
  }
}

/**
 * Takes files into the open chat: documents are read, pictures and sound go with the next message.
 * What cannot be taken is said above the composer.
 */
export function addFiles(services: Services, chosen: Iterable<File>): void {
  const { conversation } = useChatStore.getState();
  const files = [...chosen];
  if (!conversation || files.length === 0) return;
  useChatStore.setState({ problems: [] });
  tryOrSay(
    chatText.filesNotAttached,
    holdLine(services, conversation.id, () => take(services, conversation.id, files)),
  );
}

/** @returns whether all could be taken. */
async function take(
  services: Services,
  conversationId: string,
  files: readonly File[],
): Promise<boolean> {
  const arrival: Arrival = { conversationId, owner: null };
  arriving.add(arrival);
  try {
    // Nobody waits for it at the start: it comes with the first file.
    const { takeFiles } = await import('./take-files.ts');
    return await takeFiles(services, files, () => arrival.owner);
  } finally {
    arriving.delete(arrival);
  }
}
