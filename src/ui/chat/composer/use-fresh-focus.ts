import { type RefObject, useEffect } from 'react';
import { useChat } from '#ui/chat/use-chat.ts';

/** Focuses the message box of each fresh chat. */
export function useFreshFocus(box: RefObject<HTMLElement | null>, conversationId: string): void {
  const isFresh = useChat(({ conversation }) => conversation?.leafId === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id too, for a new chat opened from a fresh one.
  useEffect(() => {
    // Fingers would be shown a keyboard they did not ask for.
    if (isFresh && matchMedia('(pointer: fine)').matches) focusUnlessUsed(box.current);
  }, [box, conversationId, isFresh]);
}

/** Focuses the message box, unless a person is in a field, a dialog or a menu. */
function focusUnlessUsed(box: HTMLElement | null): void {
  const { activeElement } = document;
  const isUsed = activeElement?.matches('input, textarea, select, dialog *, [popover] *') ?? false;
  if (!isUsed) box?.focus({ preventScroll: true });
}
