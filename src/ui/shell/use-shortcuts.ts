import { useEffect } from 'react';
import { openSheet, useShell } from '#ui/state/shell.ts';
import { ROOMS } from './rooms.ts';

/** Milliseconds a `G` waits for the letter of a room. */
const PAIR_MS = 1_500;

/** The shortcuts of the whole app. Single letters count only where nobody is typing. */
export function useShortcuts(go: (path: string) => void, newChat: () => void): void {
  useEffect(() => {
    let askedAt = -PAIR_MS;

    function takeChord(event: KeyboardEvent): boolean {
      const key = event.key.toLowerCase();
      if (key === 'k' && !event.shiftKey) openSheet('palette');
      else if (key === 'o' && event.shiftKey) newChat();
      else return false;
      return true;
    }

    function takeLetter({ key, timeStamp }: KeyboardEvent): boolean {
      if (key === '/') return focusComposer();
      if (key === '?') openSheet('help');
      else if (key === 'g') askedAt = timeStamp;
      else return timeStamp - askedAt <= PAIR_MS && openRoom(key);
      return true;
    }

    function openRoom(letter: string): boolean {
      const room = ROOMS.find((r) => r.letter === letter);
      if (room) go(room.path);
      return room !== undefined;
    }

    function listen(event: KeyboardEvent) {
      const take = event.ctrlKey || event.metaKey ? takeChord : takeLetter;
      // Whoever types is left alone before anything is looked up.
      if (take === takeLetter && isWriting(event)) return;
      // An open dialog has the keyboard to itself.
      if (useShell.getState().sheet !== null || document.querySelector('dialog[open]')) return;
      if (take(event)) event.preventDefault();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [go, newChat]);
}

/** Whether a key is text, or something a field understands by itself. */
function isWriting({ altKey, target }: KeyboardEvent): boolean {
  if (altKey) return true;
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}

function focusComposer(): boolean {
  const box = document.querySelector<HTMLElement>('[data-composer]');
  box?.focus();
  return box !== null;
}
