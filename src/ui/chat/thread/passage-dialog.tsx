import { type Ref, useRef } from 'react';
import { Link } from 'wouter';
import type { PagePicture, Source } from '#storage/chat-records.ts';
import { findTime, shortClock } from '#transcript-formats/clock.ts';
import { isMarkdown, openFence, type Run, readableRuns } from '#ui/chat/markdown/readable-runs.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { ReadButton } from '#ui/read-aloud/read-button.tsx';
import styles from './messages.module.css';
import { PageFigure } from './page-figure.tsx';

/** Characters shown around a passage. */
const AROUND = 3_000;

interface PassageDialogProps {
  source: Source;
  text: string;
  /** The recording whose transcript the text is. */
  recordingId: string | null;
  /** The pictures of pages that the words were read from. */
  pages: readonly PagePicture[];
  onClose: () => void;
}

const showMark = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: 'center' });

/** A passage in its document. */
export function PassageDialog({ source, text, recordingId, pages, onClose }: PassageDialogProps) {
  const { start, end } = source;
  const from = Math.max(0, start - AROUND);
  const seconds = recordingId === null ? null : findTime(text, start, end);
  const shown = useRef<HTMLParagraphElement>(null);
  const id = `${source.documentId} ${start}`;
  return (
    <Dialog title={source.documentName} kind="wide" onClose={onClose}>
      {recordingId !== null && seconds !== null && (
        <p>
          <Link
            className={buttonClass({ kind: 'primary' })}
            href={`${itemPath('/transcribe', recordingId)}?t=${seconds}`}
          >
            {chatThreadText.playFrom(shortClock(seconds))}
          </Link>
        </p>
      )}
      <ReadButton
        id={id}
        label={readAloudText.readFromHere}
        text={() => ({
          id,
          title: source.documentName,
          from: start,
          read: () => ({ text, isDone: true }),
          place: () => shown.current && { element: shown.current, from },
        })}
      />
      {pages.map((page) => (
        <PageFigure key={page.id} page={page} start={start} end={end} />
      ))}
      <p ref={shown} className={styles['passage']}>
        {from > 0 && '…'}
        <Passage
          name={source.documentName}
          text={text.slice(from, end + AROUND)}
          fence={openFence(text, from)}
          start={start - from}
          end={end - from}
          markRef={showMark}
        />
        {text.length > end + AROUND && '…'}
      </p>
    </Dialog>
  );
}

interface PassageProps {
  /** Name of the document: Markdown is shown without its syntax. */
  name: string;
  text: string;
  /** Of the code that it begins in; see `openFence`. */
  fence: string | null;
  /** The words to highlight in it. */
  start: number;
  end: number;
  markRef?: Ref<HTMLElement>;
}

/** A text of a document with one part of it marked. */
export function Passage({ name, text, fence, start, end, markRef }: PassageProps) {
  const runs: Run[] = isMarkdown(name)
    ? readableRuns(text, fence)
    : [{ text, at: 0, length: text.length, style: 'plain' }];
  const part = (from: number, to: number) => runs.flatMap((run) => cut(run, from, to)).map(draw);
  return (
    <>
      {part(0, start)}
      <mark ref={markRef}>{part(start, end)}</mark>
      {part(end, Number.POSITIVE_INFINITY)}
    </>
  );
}

/** What of a piece is within a range of the source. */
function cut(run: Run, from: number, to: number): Run[] {
  const { at, text, length } = run;
  if (length === 0) return at >= from && at < to ? [run] : [];
  const begin = Math.max(from, at);
  const end = Math.min(to, at + length);
  if (end <= begin) return [];
  return [{ ...run, text: text.slice(begin - at, end - at), at: begin, length: end - begin }];
}

function draw({ text, at, length, style }: Run) {
  const key = `${at} ${length}`;
  if (style === 'strong') return <strong key={key}>{text}</strong>;
  if (style === 'code') return <code key={key}>{text}</code>;
  return <span key={key}>{text}</span>;
}
