import type { ChatDocument, Source } from '#storage/chat-records.ts';
import { openFence } from '#ui/chat/markdown/readable-runs.ts';
import { Passage } from '#ui/chat/thread/passage-dialog.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';

/** A passage with the code fence that it begins in (`openFence`): a document is cut without regard to it. */
export interface FencedSource extends Source {
  fence: string | null;
}

/** The passages, each with the fence that is open where it begins in its document. */
export function withFences(
  sources: readonly Source[],
  documents: readonly Pick<ChatDocument, 'id' | 'text'>[],
): FencedSource[] {
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  return sources.map((source) => {
    return { ...source, fence: openFence(texts.get(source.documentId) ?? '', source.start) };
  });
}

interface QuotedPassageProps {
  source: FencedSource;
  /** The words of the passage that are the answer. */
  start: number;
  end: number;
}

/** The passage that was shown as the answer, its best sentence marked, with the name of its document. */
export function QuotedPassage({ source, start, end }: QuotedPassageProps) {
  const { documentName, text, fence } = source;
  return (
    <figure className="passage">
      <blockquote dir="auto">
        <Passage name={documentName} text={text} fence={fence} start={start} end={end} />
      </blockquote>
      <figcaption dir="auto">{documentName}</figcaption>
    </figure>
  );
}

/** What an answer cites by number: [1] is the first. */
export function PassageList({ sources }: { sources: readonly FencedSource[] }) {
  return (
    <details>
      <summary>{chatThreadText.passages}</summary>
      <ol>
        {sources.map(({ documentId, documentName, start, text, fence }) => (
          <li key={`${documentId}:${start}`} className="passage">
            <cite dir="auto">{documentName}</cite>
            <blockquote dir="auto">
              <Passage name={documentName} text={text} fence={fence} start={0} end={0} />
            </blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}
