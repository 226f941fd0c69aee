import { ArrowDown } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import thread from './thread.module.css';
import { useStickToEnd } from './use-stick-to-end.ts';

/** Milliseconds away from the end before the button appears: small movements do not count. */
const SHOW_MS = 250;

interface ToEndProps {
  scroller: RefObject<HTMLElement | null>;
  conversationId: string;
  /** Called when the reader reaches the end or presses the button. */
  onEnd: () => void;
}

/**
 * Keeps the conversation scrolled to its end, and shows a button to readers who scrolled away. Toggled
 * by style: a React update on every change of direction would render the thread again.
 */
export function ToEnd({ scroller, conversationId, onEnd }: ToEndProps) {
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (visibility: 'visible' | 'hidden') => {
    if (button.current) button.current.style.visibility = visibility;
  };
  const goToEnd = useStickToEnd(scroller, conversationId, (isAtEnd) => {
    clearTimeout(timer.current);
    if (!isAtEnd) {
      timer.current = setTimeout(() => show('visible'), SHOW_MS);
      return;
    }
    show('hidden');
    onEnd();
  });
  return (
    <Button
      size="small"
      icon={ArrowDown}
      className={thread['to-end']}
      ref={button}
      onClick={() => {
        onEnd();
        goToEnd();
        // The button is hidden now: keyboard focus moves to the conversation.
        scroller.current?.focus();
      }}
    >
      {chatThreadText.scrollToEnd}
    </Button>
  );
}
