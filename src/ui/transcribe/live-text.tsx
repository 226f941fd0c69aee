import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import controls from '#ui/kit/controls.module.css';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { LiveText as LiveTextSession } from '#ui/transcribe/session/live-text.ts';
import styles from './live-text.module.css';

/** Pixels from the end of the text within which a person follows it. */
const NEAR = 48;

/** Text while a person speaks: words that are certain, and the latest ones, which may change. */
export function LiveText({ live }: { live: LiveTextSession }) {
  const { status, spoken, provisional } = useStore(live.state);
  const box = useFollow();
  if (status === 'off') return null;
  if (status === 'failed') {
    return (
      <p className={styles['note']} role="status">
        {transcribeText.liveFailed}
      </p>
    );
  }
  const isEmpty = spoken.length === 0 && provisional.trim() === '';
  return (
    <>
      <section
        ref={box}
        className={styles['text']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
        tabIndex={0}
        aria-label={transcribeText.liveText}
      >
        {isEmpty && (
          <p className={styles['note']}>
            {status === 'starting' ? transcribeText.liveStarts : transcribeText.liveWaits}
          </p>
        )}
        {spoken.map(({ id, text }, i) => (
          <p key={id} dir="auto">
            <span data-certain>{text.trim()}</span>
            {i === spoken.length - 1 && <Provisional text={provisional} />}
          </p>
        ))}
        {spoken.length === 0 && provisional.trim() !== '' && (
          <p dir="auto">
            <Provisional text={provisional} />
          </p>
        )}
      </section>
      <p className={controls['unseen']} role="log" aria-live="polite">
        {spoken.slice(-MAX_READ).map(({ id, text }) => (
          <span key={id}>{sentencesOf(text)} </span>
        ))}
      </p>
    </>
  );
}

function Provisional({ text }: { text: string }) {
  return (
    <span className={styles['provisional']} data-provisional>
      {' '}
      {text.trim()}
    </span>
  );
}

/** Paragraphs that a screen reader may still be reading. */
const MAX_READ = 3;

/** Whole sentences: half of one would be read, then again with its end. */
function sentencesOf(text: string): string {
  return /^.*[.!?…。！？]/s.exec(text.trim())?.[0] ?? '';
}

/** Scrolls to the end of what grows, unless the person has scrolled back. */
function useFollow() {
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const note = () => {
      follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
    };
    current.addEventListener('scroll', note);
    return () => current.removeEventListener('scroll', note);
  }, []);
  // With each new text.
  useEffect(() => {
    if (follows.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  });
  return box;
}
