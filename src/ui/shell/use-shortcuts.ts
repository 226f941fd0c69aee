import { useEffect } from 'react';
import { inComposition } from '#ui/kit/text-input.ts';
import { useShell } from '#ui/state/shell.ts';
import { type Command, type CommandContext, KEY_COMMANDS } from './commands.ts';

/** How long the first key of a pair waits for the second. */
const PAIR_MS = 1_500;

/** Runs the commands that have a key. Keys without a modifier are ignored in text fields. */
export function useShortcuts(context: CommandContext): void {
  useEffect(() => {
    let pair = { key: '', at: -PAIR_MS };

    const isSoon = ({ timeStamp }: KeyboardEvent) => timeStamp - pair.at <= PAIR_MS;

    function findCommand(event: KeyboardEvent): Command | undefined {
      const key = event.key.toLowerCase();
      const mod = event.ctrlKey || event.metaKey;
      const after = isSoon(event) ? pair.key : '';
      return KEY_COMMANDS.find(({ shortcut }) => {
        if (shortcut?.key !== key || (shortcut.mod ?? false) !== mod) return false;
        // On many keyboards a plain `?` or `/` needs Shift.
        if (mod && (shortcut.shift ?? false) !== event.shiftKey) return false;
        return shortcut.after === undefined || shortcut.after === after;
      });
    }

    function listen(event: KeyboardEvent) {
      if (isElsewhere(event)) return;
      const command = findCommand(event);
      const isPair = isSoon(event) && pair.key === 'g';
      pair = { key: event.key.toLowerCase(), at: event.timeStamp };
      if (!command) typeStrayCharacter(event, isPair ? 'g' : '');
      else if (command.run(context) !== false) event.preventDefault();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [context]);
}

/** Whether a field or an open dialog has the keyboard to itself. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (!event.ctrlKey && !event.metaKey && isWriting(event)) return true;
  return useShell.getState().sheet !== null || document.querySelector('dialog[open]') !== null;
}

/** Whether a key is text, or something a field understands by itself. */
function isWriting({ altKey, target }: KeyboardEvent): boolean {
  if (altKey) return true;
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}

/** Whether a key types a character that no field or shortcut handles. `g` may be the first key of a pair. */
function isStray(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || inComposition(event) || key.length !== 1 || /[\sg]/i.test(key))
    return false;
  return document.querySelector(':popover-open') === null;
}

/** Focuses the message box so that it receives the pressed character, after `before`. */
function typeStrayCharacter(event: KeyboardEvent, before: string): void {
  if (!isStray(event)) return;
  const { composer } = useShell.getState();
  composer?.focus();
  composer?.type(before);
}
