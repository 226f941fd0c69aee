import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { SPEAKER_COLORS } from '#ui/transcribe/segments/segment-row.tsx';
import segments from '#ui/transcribe/segments/segments.module.css';
import {
  isPartOf,
  type LiveText as LiveTextSession,
  type Spoken,
} from '#ui/transcribe/session/live-text.ts';
import styles from './live-text.module.css';

/** Pixels from the end of the text within which a person follows it. */
const NEAR = 48;

interface LiveTextProps {
  live: LiveTextSession;
  onRewrite: (before: Spoken, text: string) => void;
}

/** A correction in progress. */
interface Draft {
  /** The paragraph as it was at the press: meanwhile it may have become parts. */
  before: Spoken;
  text: string;
}

/** Text while a person speaks: words that are certain, which can be corrected, and the latest ones, which may change. */
export function LiveText({ live, onRewrite }: LiveTextProps) {
  const { status, spoken, provisional, lacksSpeakers } = useStore(live.state);
  const [draft, setDraft] = useState<Draft | null>(null);
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
  const end = (isSaved: boolean) => {
    if (draft && isSaved) onRewrite(draft.before, draft.text);
    setDraft(null);
    // The text box goes: the keyboard stays in the text.
    box.current?.focus({ preventScroll: true });
  };
  const editor = draft && (
    <Editor key="draft" draft={draft} onText={(text) => setDraft({ ...draft, text })} onEnd={end} />
  );
  const isOpen = (one: Spoken) => draft !== null && isPartOf(one, draft.before);
  const at = shown.findIndex(isOpen);
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
        {shown.map((one, i) => {
          if (isOpen(one)) return i === at ? editor : null;
          return (
            <Paragraph
              key={one.id}
              spoken={one}
              isSame={one.speaker === shown[i - 1]?.speaker}
              onEdit={() => setDraft({ before: one, text: one.text.trim() })}
            >
              {continues && one === last && latest}
            </Paragraph>
          );
        })}
        {at < 0 && editor}
        {!continues && latest && <p dir="auto">{latest}</p>}
      </section>
      {lacksSpeakers && (
        <p className={styles['note']} role="status">
          {transcribeText.speakersLater}
        </p>
      )}
      <p className={controls['unseen']} role="log" aria-live="polite">
        {utterances(spoken)
          .slice(-MAX_READ)
          .map(({ item, text }) => (
            <span key={item}>{sentencesOf(text)} </span>
          ))}
      </p>
    </>
  );
}

/** The text of each utterance: one that becomes parts by speakers is not read aloud again. */
function utterances(spoken: readonly Spoken[]): { item: string; text: string }[] {
  const texts = new Map<string, string>();
  for (const { item, text } of spoken) {
    texts.set(item, `${texts.get(item) ?? ''} ${text.trim()}`.trim());
  }
  return [...texts].map(([item, text]) => ({ item, text }));
}

interface ParagraphProps {
  spoken: Spoken;
  /** Whether the paragraph before is by the same speaker. */
  isSame: boolean;
  onEdit: () => void;
  children: ReactNode;
}

/** What somebody says, with the name; a press begins its correction. */
function Paragraph({ spoken, isSame, onEdit, children }: ParagraphProps) {
  const { text, speaker, name, isDone } = spoken;
  return (
    <div className={styles['paragraph']}>
      {name && !isSame && (
        <span className={segments['speaker']} data-color={(speaker ?? 0) % SPEAKER_COLORS}>
          {name}
        </span>
      )}
      <p dir="auto">
        {isDone ? (
          <Button
            kind="plain"
            className={styles['certain']}
            data-certain
            title={transcribeText.editLive(name)}
            onClick={onEdit}
          >
            {text.trim()}
          </Button>
        ) : (
          <span data-certain>{text.trim()}</span>
        )}
        {children}
      </p>
    </div>
  );
}

interface EditorProps {
  draft: Draft;
  onText: (text: string) => void;
  onEnd: (isSaved: boolean) => void;
}

function Editor({ draft, onText, onEnd }: EditorProps) {
  const { before, text } = draft;
  return (
    <div className={styles['paragraph']}>
      <TextArea
        label={transcribeText.editLive(before.name)}
        isLabelHidden
        dir="auto"
        rows={Math.ceil(text.length / CHARACTERS) + 1}
        value={text}
        autoFocus
        onChange={({ target }) => onText(target.value)}
        onBlur={() => onEnd(true)}
        onKeyDown={(event) => {
          if (inComposition(event.nativeEvent)) return;
          if (event.key === 'Escape') onEnd(false);
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          onEnd(true);
        }}
      />
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
