import { useState } from 'react';
import type { Listing, Message, Source } from '#storage/chat-records.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { tablesText } from '#ui/messages/tables.ts';
import { findModel } from '#ui/state/models.ts';
import styles from './listed-answer.module.css';

interface ListedAnswerProps {
  message: Message;
  listing: Listing;
  onOpen: (source: Source) => void;
}

/** Lines that are shown first; a press shows as many again and more. */
const FIRST_LINES = 60;

/** Lines that belong in an answer, by file; each opens in its file. Below them how they were found. */
export function ListedAnswer({ message, listing, onOpen }: ListedAnswerProps) {
  const { sources = [], text } = message;
  const [count, setCount] = useState(FIRST_LINES);
  const files = groupByFile(sources.slice(0, count));
  const more = Math.min(sources.length - count, 2 * count);
  const [head = ''] = text.split('\n');
  return (
    <>
      <p className={listing.kind === 'count' ? styles['count'] : styles['head']}>{head}</p>
      {files.map(({ id, name, lines }) => (
        <section key={id} aria-label={name} className={styles['file']}>
          <p className={styles['name']} dir="auto">
            {name}
          </p>
          <ul>
            {lines.map((line) => (
              <li key={line.start}>
                <Button
                  data-words
                  kind="plain"
                  className={styles['line']}
                  onClick={() => onOpen(line)}
                >
                  <span dir="auto">{line.text}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <Button kind="quiet" size="small" onClick={() => setCount(count + more)}>
          {chatThreadText.showMoreFiles(more)}
        </Button>
      )}
      <p className={styles['scope']} role="note">
        {scopeOf(message, listing)}
      </p>
    </>
  );
}

function scopeOf(message: Message, listing: Listing): string {
  const { read, lines, files, tokens, seconds, found, isUnsure, isByWords, unread } = listing;
  const isByModel = listing.isJudged ?? tokens > 0;
  const { model = '', state, sources = [] } = message;
  const title = findModel(model)?.title ?? model;
  const [readText, linesText, filesText] = [read, lines, files].map(formatCount) as [
    string,
    string,
    string,
  ];
  const { byModel, byWords, byWordsAlone, unsure, unsureByWords } = tablesText;
  const parts: string[] = [];
  if (isByModel) parts.push(byModel(title, readText, filesText));
  else if (read > 0) parts.push((isByWords ? byWordsAlone : byWords)(readText, filesText));
  if (isUnsure) parts.push((isByWords ? unsureByWords : unsure)(title));
  if (tokens > 0) parts.push(tablesText.effort(formatCount(tokens), formatSeconds(seconds)));
  if (state !== 'done' && read < lines) parts.push(tablesText.stoppedAfter(readText, linesText));
  if (found > sources.length) parts.push(tablesText.onlyFirst(formatCount(sources.length)));
  if (unread) parts.push(tablesText.unread(unread));
  return parts.join(' ');
}

interface FileLines {
  id: string;
  name: string;
  lines: Source[];
}

function groupByFile(sources: readonly Source[]): FileLines[] {
  const files = new Map<string, FileLines>();
  for (const source of sources) {
    const { documentId: id, documentName: name } = source;
    const file = files.get(id) ?? { id, name, lines: [] };
    files.set(id, file);
    file.lines.push(source);
  }
  return [...files.values()];
}
