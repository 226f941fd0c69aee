import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { SPEAKER_COLORS } from '#ui/transcribe/segments/segment-row.tsx';
import segments from '#ui/transcribe/segments/segments.module.css';
import type { LiveText as LiveTextSession, Spoken } from '#ui/transcribe/session/live-text.ts';
import styles from './live-text.module.css';

/** Pixels from the end of the text within which a person follows it. */
const NEAR = 48;

interface LiveTextProps {
  live: LiveTextSession;
  onRewrite: (id: string, text: string) => void;
}

/** Text while a person speaks: words that are certain, which can be corrected, and the latest ones, which may change. */
export function LiveText({ live, onRewrite }: LiveTextProps) {
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
  const shown = spoken.filter(({ text }) => text.trim() !== '');
  const latest = provisional.trim() === '' ? null : <Provisional text={provisional} />;
  const last = shown.at(-1);
  // Behind a paragraph that is complete a new one begins.
  const continues = last !== undefined && !last.isDone;
  return (
    <>
      <section
        ref={box}
        className={styles['text']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
        tabIndex={0}
        aria-label={transcribeText.liveText}
      >
        {!last && !latest && (
          <p className={styles['note']}>
            {status === 'starting' ? transcribeText.liveStarts : transcribeText.liveWaits}
          </p>
        )}
        {shown.map((one, i) => (
          <Paragraph
            key={one.id}
            spoken={one}
            isSame={one.speaker === shown[i - 1]?.speaker}
            onRewrite={(text) => onRewrite(one.id, text)}
          >
            {continues && one === last && latest}
          </Paragraph>
        ))}
        {!continues && latest && <p dir="auto">{latest}</p>}
      </section>
      <p className={controls['unseen']} role="log" aria-live="polite">
        {spoken.slice(-MAX_READ).map(({ id, text }) => (
          <span key={id}>{sentencesOf(text)} </span>
        ))}
      </p>
    </>
  );
}

interface ParagraphProps {
  spoken: Spoken;
  /** Whether the paragraph before is by the same speaker. */
  isSame: boolean;
  onRewrite: (text: string) => void;
  children: ReactNode;
}

/** What somebody says, with the name; a press begins its correction. */
function Paragraph({ spoken, isSame, onRewrite, children }: ParagraphProps) {
  const { text, speaker, isDone } = spoken;
  const [draft, setDraft] = useState<string | null>(null);
  const name = speaker === null ? '' : transcribeText.numberedSpeaker(speaker + 1);
  const end = (isSaved: boolean) => {
    if (isSaved && draft !== null) onRewrite(draft);
    setDraft(null);
  };
  return (
    <div className={styles['paragraph']}>
      {name && !isSame && (
        <span className={segments['speaker']} data-color={(speaker ?? 0) % SPEAKER_COLORS}>
          {name}
        </span>
      )}
      {draft !== null && (
        <TextArea
          label={transcribeText.editLive(name)}
          isLabelHidden
          dir="auto"
          rows={Math.ceil(draft.length / CHARACTERS) + 1}
          value={draft}
          autoFocus
          onChange={({ target }) => setDraft(target.value)}
          onBlur={() => end(true)}
          onKeyDown={(event) => {
            if (inComposition(event.nativeEvent)) return;
            if (event.key === 'Escape') end(false);
            if (event.key === 'Enter' && !event.shiftKey) end(true);
          }}
        />
      )}
      {draft === null && (
        <p dir="auto">
          {isDone ? (
            <Button
              kind="plain"
              className={styles['certain']}
              data-certain
              title={transcribeText.editLive(name)}
              onClick={() => setDraft(text.trim())}
            >
              {text.trim()}
            </Button>
          ) : (
            <span data-certain>{text.trim()}</span>
          )}
          {children}
        </p>
      )}
    </div>
  );
}

/** Characters of a line of the box in which a paragraph is corrected, about. */
const CHARACTERS = 60;

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
