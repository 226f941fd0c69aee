// Draws answers with the app's own component, streamed in pieces and whole, and says how that went.

import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '#ui/theme.css';
import { AnswerText } from '#ui/chat/thread/answer-text.tsx';

interface Drawn {
  html: string;
  /** The longest time one draw blocked the page, in milliseconds, layout included. */
  longest: number;
  exceptions: string[];
}

export interface AnswerReport {
  name: string;
  /** Where streamed and whole come out differently. */
  difference: string | null;
  longest: number;
  /** Exceptions no boundary caught, and those of boundaries. */
  exceptions: string[];
  /** Whether anything is on the screen. */
  isBlank: boolean;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** What is drawn when nothing changes any more. */
async function whenQuiet(place: Element): Promise<string> {
  let html = place.getHTML();
  for (let quiet = 0; quiet < 3; quiet++) {
    await settle();
    const now = place.getHTML();
    // Long texts are formatted in turn.
    if (now !== html || place.querySelector('[aria-busy="true"]')) quiet = -1;
    html = now;
  }
  return normalized(place);
}

/** HTML in which what nobody sees is equal: the order of attributes, empty ones, white space beside a tag. */
function normalized(place: Element): string {
  const copy = document.createElement('div');
  copy.append(...[...place.childNodes].map((node) => node.cloneNode(true)));
  for (const element of copy.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) {
      if (value !== '' || name !== 'style') element.setAttribute(name, value);
    }
  }
  return copy.getHTML().replace(/\s*(<[^>]*>)\s*/g, '$1');
}

async function draw(steps: readonly { text: string; isStreaming: boolean }[]): Promise<Drawn> {
  const place = document.createElement('div');
  place.style.width = '700px';
  document.body.append(place);
  const exceptions: string[] = [];
  const note = (error: unknown) => exceptions.push(String(error).slice(0, 200));
  const root: Root = createRoot(place, { onUncaughtError: note, onCaughtError: note });
  let longest = 0;
  // What effects draw later: formulas and highlighted code, once their own code is there.
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  for (const step of steps) {
    const start = performance.now();
    flushSync(() => root.render(<AnswerText {...step} />));
    void place.offsetHeight;
    longest = Math.max(longest, performance.now() - start);
    await settle();
  }
  // Highlighted code and formulas come with a promise, and may be drawn in slices.
  const html = await whenQuiet(place);
  for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration);
  observer.disconnect();
  root.unmount();
  place.remove();
  return { html, longest, exceptions };
}

/** Formulas and code come with their own code: loaded before anything is compared. */
export async function prepare(): Promise<void> {
  const text = '$$x$$\n\n```js\nlet a = 1;\n```';
  for (let i = 0; i < 20; i++) {
    const { html } = await draw([{ text, isStreaming: false }]);
    if (html.includes('katex') && html.includes('hljs')) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The code of formulas and highlighting was not loaded.');
}

function firstDifference(a: string, b: string): string | null {
  if (a === b) return null;
  let i = 0;
  while (a[i] === b[i]) i++;
  const around = (text: string) => text.slice(Math.max(0, i - 60), i + 60);
  return `${around(a)} ≠ ${around(b)}`;
}

export async function drawAnswer(
  name: string,
  text: string,
  cuts: readonly number[],
): Promise<AnswerReport> {
  const steps = [...cuts, text.length].map((end) => ({
    text: text.slice(0, end),
    isStreaming: true,
  }));
  const streamed = await draw([...steps, { text, isStreaming: false }]);
  const whole = await draw([{ text, isStreaming: false }]);
  return {
    name,
    difference: firstDifference(streamed.html, whole.html),
    longest: Math.max(streamed.longest, whole.longest),
    exceptions: [...streamed.exceptions, ...whole.exceptions],
    isBlank: whole.html === '' && text.trim() !== '',
  };
}
