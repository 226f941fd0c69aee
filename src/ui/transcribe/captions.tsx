import { AArrowDown, AArrowUp, Captions as CaptionsIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { LiveText } from '#ui/transcribe/session/live-text.ts';
import {
  CAPTION_SIZES,
  readRecordChoices,
  writeRecordChoices,
} from '#ui/transcribe/session/record-choices.ts';
import styles from './captions.module.css';

/** Width and height of the window, CSS pixels: three lines of large text. */
const WIDTH = 720;
const HEIGHT = 260;
/** Paragraphs that a window has room for, at its smallest text. */
const MAX_SHOWN = 8;

interface PictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

/** Text while it is recorded, in a window of its own that other windows do not cover, and that ends with the recording. */
export function Captions({ live }: { live: LiveText }) {
  const [view, setView] = useState<Window | null>(null);
  const [isRefused, setRefused] = useState(false);
  const isOn = useStore(live.state, ({ status }) => status === 'starting' || status === 'on');
  useEffect(() => {
    if (!view) return;
    const forget = () => setView(null);
    view.addEventListener('pagehide', forget);
    return () => {
      view.removeEventListener('pagehide', forget);
      view.close();
    };
  }, [view]);
  if (!isOn) return null;
  const open = async () => {
    const opened = await openWindow().catch(() => null);
    if (opened) dress(opened);
    setView(opened);
    setRefused(!opened);
  };
  return (
    <>
      <Button
        kind="quiet"
        icon={CaptionsIcon}
        aria-pressed={view !== null}
        onClick={() => (view ? setView(null) : void open())}
      >
        {transcribeText.captions}
      </Button>
      {isRefused && (
        <p className={styles['refused']} role="alert">
          {transcribeText.captionsRefused}
        </p>
      )}
      {view &&
        createPortal(
          <CaptionPage live={live} view={view} onClose={() => setView(null)} />,
          view.document.body,
        )}
    </>
  );
}

/** A window above all others where the browser has it, else one of its own. */
async function openWindow(): Promise<Window | null> {
  const { documentPictureInPicture: above } = globalThis as unknown as {
    documentPictureInPicture?: PictureInPicture;
  };
  if (above) return above.requestWindow({ width: WIDTH, height: HEIGHT });
  return window.open('', 'alcove-captions', `popup,width=${WIDTH},height=${HEIGHT}`);
}

/** Gives an empty window the look of this one. It has the policy of this page, which allows the same files. */
function dress({ document: empty }: Window): void {
  const { documentElement: from, head } = document;
  const to = empty.documentElement;
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
  empty.head.replaceChildren();
  empty.body.replaceChildren();
  empty.title = transcribeText.captions;
  for (const style of head.querySelectorAll('style, link[rel="stylesheet"]')) {
    const copy = empty.importNode(style, true);
    // An empty window has no address that a path could begin from.
    if (style instanceof HTMLLinkElement) copy.setAttribute('href', style.href);
    empty.head.append(copy);
  }
}

interface CaptionPageProps {
  live: LiveText;
  view: Window;
  onClose: () => void;
}

/** What the window shows: the last words, at its lower edge. Keys: + and − for the size of the text, Escape to close. */
function CaptionPage({ live, view, onClose }: CaptionPageProps) {
  const { spoken, provisional } = useStore(live.state);
  const [size, setSize] = useState(() => readRecordChoices().captionSize);
  const box = useRef<HTMLElement>(null);
  const at = CAPTION_SIZES.indexOf(size);
  const resize = (step: number) => {
    const next = CAPTION_SIZES[at + step];
    if (next === undefined) return;
    setSize(next);
    writeRecordChoices({ ...readRecordChoices(), captionSize: next });
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
      if (key === '+' || key === '=') resize(1);
      if (key === '-') resize(-1);
    };
    view.addEventListener('keydown', press);
    return () => view.removeEventListener('keydown', press);
  });
  // With each new text.
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  });
  const shown = spoken.filter(({ text }) => text !== '').slice(-MAX_SHOWN);
  const isEmpty = shown.length === 0 && provisional.trim() === '';
  const end = shown.at(-1);
  // Behind a paragraph that is complete a new one begins.
  const last = end?.isDone ? undefined : end?.id;
  return (
    <main className={styles['page']}>
      <div className={styles['acts']}>
        <IconButton
          icon={AArrowDown}
          label={transcribeText.captionsSmaller}
          disabled={at === 0}
          onClick={() => resize(-1)}
        />
        <IconButton
          icon={AArrowUp}
          label={transcribeText.captionsLarger}
          disabled={at === CAPTION_SIZES.length - 1}
          onClick={() => resize(1)}
        />
      </div>
      <section
        ref={box}
        className={styles['text']}
        style={{ fontSize: `${size}px` }}
        aria-label={transcribeText.liveText}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
        tabIndex={0}
      >
        {isEmpty && <p className={styles['waits']}>{transcribeText.liveWaits}</p>}
        {shown.map(({ id, text, speaker, name }, i) => (
          <p key={id} dir="auto">
            {speaker !== null && speaker !== shown[i - 1]?.speaker && <b>{name}</b>} {text.trim()}
            {id === last && <Latest text={provisional} />}
          </p>
        ))}
        {last === undefined && provisional.trim() !== '' && (
          <p dir="auto">
            <Latest text={provisional} />
          </p>
        )}
      </section>
    </main>
  );
}

/** Words that may still change: not by colour alone. */
function Latest({ text }: { text: string }) {
  return <span className={styles['latest']}> {text.trim()}</span>;
}
