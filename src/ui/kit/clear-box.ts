/** Empties a text box like a person: the input event notifies its owner. */
export function clearBox(box: HTMLTextAreaElement): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  // Past React, which takes a value that it sees set for its own.
  set?.call(box, '');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
