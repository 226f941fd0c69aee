// The peer of bench/ui.mjs: how many chat pages stream, with every chunk drawing the answer's whole
// Markdown parsed again and every message of the history on the page.
import { memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';

interface Start {
  history: readonly string[];
  tokens: readonly string[];
  paceMs: number;
  /** Whether messages that did not change are left as they are. */
  isMemoised: boolean;
}

/** Milliseconds after which a peer that is too slow is abandoned. */
const MAX_MS = 10_000;

function PlainMessage({ text }: { text: string }) {
  return (
    <article>
      <ReactMarkdown>{text}</ReactMarkdown>
    </article>
  );
}

const KeptMessage = memo(PlainMessage);

let grow: (text: string) => void = () => {};

function Peer({ history, isMemoised }: Pick<Start, 'history' | 'isMemoised'>) {
  const Message = isMemoised ? KeptMessage : PlainMessage;
  const [answer, setAnswer] = useState('');
  const [draft, setDraft] = useState('');
  grow = setAnswer;
  return (
    <>
      <div id="scroller">
        {history.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <Message key={i} text={text} />
        ))}
        <Message text={answer} />
      </div>
      <textarea
        aria-label="Message"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </>
  );
}

/** Draws the history; resolves when it is on the page. */
export async function open({ history, isMemoised }: Start): Promise<void> {
  const root = document.createElement('div');
  document.body.append(root);
  const style = new CSSStyleSheet();
  style.replaceSync('#scroller { height: 700px; overflow-y: auto }');
  document.adoptedStyleSheets = [style];
  createRoot(root).render(<Peer history={history} isMemoised={isMemoised} />);
  while (document.querySelectorAll('article').length <= history.length) await frame();
}

/** Streams the tokens at their pace. */
export async function stream({ tokens, paceMs }: Start): Promise<void> {
  const began = performance.now();
  let text = '';
  for (const [i, token] of tokens.entries()) {
    if (performance.now() - began > MAX_MS) return;
    text += token;
    grow(text);
    const scroller = document.querySelector('#scroller');
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
    const wait = began + (i + 1) * paceMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
