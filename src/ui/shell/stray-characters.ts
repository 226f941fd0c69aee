/** Whether a key types a character that no field or shortcut handles. `g` may be the first key of a pair. */
function isStray({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || isComposing || key.length !== 1 || /[\sg]/i.test(key)) return false;
  return document.querySelector(':popover-open') === null;
}

/** Focuses the message box so that it receives the pressed character, after `before`. */
export function typeStrayCharacter(event: KeyboardEvent, before: string): void {
  if (!isStray(event)) return;
  const box = document.querySelector<HTMLTextAreaElement>('textarea[data-composer]');
  if (!box) return;
  box.focus();
  if (before === '') return;
  box.setRangeText(before, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
