/** Where the cursor is in the text of one element: characters. */

export function caretIn(element: Element): { from: number; to: number } | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const length = element.textContent?.length ?? 0;
  // In an element without text the range is in the element itself.
  const offset = (node: Node, at: number) => (node instanceof Text ? at : at && length);
  return {
    from: offset(range.startContainer, range.startOffset),
    to: offset(range.endContainer, range.endOffset),
  };
}

export function placeCaret(element: Element, at: number): void {
  const text = element.firstChild;
  const node = text instanceof Text ? text : element;
  const last = text instanceof Text ? text.length : 0;
  getSelection()?.collapse(node, Math.max(0, Math.min(at, last)));
}

/** The character under a point; null where there is none. */
export function characterAt(element: Element, x: number, y: number): number | null {
  const found = document.caretPositionFromPoint?.(x, y);
  if (found) return element.contains(found.offsetNode) ? found.offset : null;
  // WebKit before 18.4.
  const range = document.caretRangeFromPoint?.(x, y);
  return range && element.contains(range.startContainer) ? range.startOffset : null;
}

/** Whether the cursor is on the first or the last line of an element. */
export function isOnEdgeLine(element: Element, edge: 'first' | 'last'): boolean {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return true;
  const range = selection.getRangeAt(0).cloneRange();
  const [line] = [...range.getClientRects()].slice(-1);
  const box = element.getBoundingClientRect();
  // An empty text has no lines.
  if (!line) return true;
  return edge === 'first'
    ? line.top - box.top < line.height
    : box.bottom - line.bottom < line.height;
}
