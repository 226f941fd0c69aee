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
