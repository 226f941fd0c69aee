/** Characters that a text box lays out in a moment, in all and without white space between them. */
export const MAX_LENGTH = 100_000;
const MAX_RUN = 10_000;

/** What a box would hold after a paste. */
export function textAfterPaste(box: HTMLTextAreaElement, added: string): string {
  const { value, selectionStart, selectionEnd } = box;
  return value.slice(0, selectionStart) + added + value.slice(selectionEnd);
}

/** Whether a text box with this text would stop the page: it is laid out whole at every keystroke. */
export function isTooLongToEdit(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  return text.length > MAX_RUN && text.split(/\s/).some((run) => run.length > MAX_RUN);
}

/**
 * Whether a key belongs to an input method that composes characters: Enter confirms its conversion and Escape cancels
 * it, so neither may act. Safari ends the composition before it sends that Enter, and marks it by the key code alone.
 */
export function inComposition({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
