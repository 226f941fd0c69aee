/** Marks in text without elements around it, by the CSS Custom Highlight API; nothing where it is missing. */

export type HighlightName = 'current-word' | 'uncertain' | 'found' | 'found-now';

/** A part of a text: characters. */
export interface TextSpan {
  from: number;
  to: number;
}

const isSupported = typeof Highlight === 'function' && 'highlights' in CSS;

function highlightOf(name: HighlightName): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const added = new Highlight();
  // The current word is above all others.
  added.priority = name === 'current-word' || name === 'found-now' ? 1 : 0;
  CSS.highlights.set(name, added);
  return added;
}

/** Marks parts of an element that holds one text. @returns a function that removes the marks. */
export function highlight(
  name: HighlightName,
  element: Element,
  spans: readonly TextSpan[],
): () => void {
  const text = element.firstChild;
  if (!isSupported || spans.length === 0 || !(text instanceof Text)) return () => {};
  const marks = highlightOf(name);
  const ranges = spans
    .filter(({ from, to }) => from < to && to <= text.length)
    .map(({ from, to }) => {
      const range = { startContainer: text, startOffset: from, endContainer: text, endOffset: to };
      return new StaticRange(range);
    });
  for (const range of ranges) marks.add(range);
  return () => {
    for (const range of ranges) marks.delete(range);
  };
}
