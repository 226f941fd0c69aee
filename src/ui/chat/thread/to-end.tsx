import { ArrowDown } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Button } from '#ui/kit/button.tsx';
import thread from './thread.module.css';
import { useStickToEnd } from './use-stick-to-end.ts';

/** Milliseconds away from the end after which the way back is shown: a small move is no leaving. */
const SHOW_MS = 250;

interface ToEndProps {
  scroller: RefObject<HTMLElement | null>;
  conversationId: string;
  /** The reader has come to the end, or asks for it. */
  onEnd: () => void;
}

/**
 * Keeps the conversation at its end, and shows the way back to a reader who left it. Shown and hidden
 * by hand: whoever scrolls to and fro would have everything looked at anew.
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
      className={thread['to-end']}
      ref={button}
      onClick={() => {
        onEnd();
        goToEnd();
        // The button goes: the keyboard goes on where it led.
        scroller.current?.focus();
      }}
    >
      <ArrowDown size={16} aria-hidden />
      To the end
    </Button>
  );
}
