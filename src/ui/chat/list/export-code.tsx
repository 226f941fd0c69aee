import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

type Highlight = typeof import('#ui/chat/markdown/highlight.tsx');

let colours: Highlight | null = null;

/** Loads the highlighter; without it code is exported plain. */
export async function loadColours(): Promise<void> {
  colours = await import('#ui/chat/markdown/highlight.tsx').catch(() => null);
}

/** Renders into an element synchronously. @returns a function that unmounts, once the nodes were copied. */
export function drawInto(place: Element, node: ReactNode): () => void {
  const root = createRoot(place);
  flushSync(() => root.render(node));
  return () => root.unmount();
}

/** Characters. Longer code is not coloured in the chat either. */
const MAX_COLOURED = 30_000;

/** Colours the code of a figure whose caption names its language. @returns a function that removes the colours. */
export function colourCode(figure: Element): () => void {
  const code = figure.querySelector('pre code');
  const text = code?.textContent ?? '';
  const language = figure.querySelector('figcaption')?.textContent?.trim().toLowerCase() ?? '';
  if (!code || !colours || text.length > MAX_COLOURED) return () => {};
  const place = document.createElement('code');
  const end = drawInto(place, colours.highlight(text, language));
  code.replaceWith(place);
  return end;
}
