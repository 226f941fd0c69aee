import { inComposition } from '#ui/kit/in-composition.ts';
import { useShell } from '#ui/state/shell.ts';

/** Whether a key types a character that no field or shortcut handles. `g` may be the first key of a pair. */
function isStray(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || inComposition(event) || key.length !== 1 || /[\sg]/i.test(key))
    return false;
  return document.querySelector(':popover-open') === null;
}

/** Focuses the message box so that it receives the pressed character, after `before`. */
export function typeStrayCharacter(event: KeyboardEvent, before: string): void {
  if (!isStray(event)) return;
  const { composer } = useShell.getState();
  composer?.focus();
  composer?.type(before);
}
