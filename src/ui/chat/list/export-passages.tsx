import type { Source } from '#storage/chat-records.ts';
import { Passage } from '#ui/chat/thread/passage-dialog.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';

interface QuotedPassageProps {
  source: Source;
  /** The words of the passage that are the answer. */
  start: number;
  end: number;
}

/** The passage that was shown as the answer, its best sentence marked, with the name of its document. */
export function QuotedPassage({ source, start, end }: QuotedPassageProps) {
  const { documentName, text } = source;
  return (
    <figure className="passage">
      <blockquote dir="auto">
        <Passage name={documentName} text={text} fence={null} start={start} end={end} />
      </blockquote>
      <figcaption dir="auto">{documentName}</figcaption>
    </figure>
  );
}

/** What an answer cites by number: [1] is the first. */
export function PassageList({ sources }: { sources: readonly Source[] }) {
  return (
    <details>
      <summary>{chatThreadText.passages}</summary>
      <ol>
        {sources.map(({ documentId, documentName, start, text }) => (
          <li key={`${documentId}:${start}`} className="passage">
            <cite dir="auto">{documentName}</cite>
            <blockquote dir="auto">
              <Passage name={documentName} text={text} fence={null} start={0} end={0} />
            </blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}
