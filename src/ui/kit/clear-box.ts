/** Empties a text box like a person: the input event notifies its owner. */
export function clearBox(box: HTMLTextAreaElement): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  // Bypasses React's setter, which would treat the value as its own and fire no event.
  set?.call(box, '');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
