import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useChatStore } from './chat-store.ts';
import { say } from './turn.ts';

/**
 * Does what the next message of a chat has to wait for: an answer that is written, files that are read.
 * @param work returns whether the line may go on; where not, or where it fails, the person looks first.
 */
export async function holdLine(
  services: Services,
  conversationId: string,
  work: () => Promise<boolean>,
): Promise<void> {
  count(conversationId, 1);
  let goesOn = false;
  try {
    goesOn = await work();
  } finally {
    count(conversationId, -1);
    if (!goesOn) halt(conversationId);
  }
  const { conversation, waiting } = useChatStore.getState();
  if (goesOn && conversation?.id === conversationId && !waiting[0]?.isHalted) takeNext(services);
}

/** Sends the first message that waits in the open chat, if nothing holds it. */
export function takeNext(services: Services): void {
  const { conversation, waiting, held } = useChatStore.getState();
  const [next, ...others] = waiting;
  if (!next || !conversation || held[conversation.id]) return;
  useChatStore.setState({ waiting: others.map(({ isHalted: _, ...message }) => message) });
  const { id, leafId } = conversation;
  tryOrSay(
    chatText.notSent,
    holdLine(services, id, () => say(services, leafId, next)),
  );
}

function halt(conversationId: string): void {
  useChatStore.setState(({ conversation, waiting }) =>
    conversation?.id === conversationId
      ? { waiting: waiting.map((message) => ({ ...message, isHalted: true })) }
      : {},
  );
}

function count(id: string, by: 1 | -1): void {
  useChatStore.setState(({ held: { [id]: before = 0, ...held } }) => ({
    held: before + by === 0 ? held : { ...held, [id]: before + by },
  }));
}
