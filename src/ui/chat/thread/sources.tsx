import { Suspense, useState } from 'react';
import type { ChatDocument, PagePicture, Source } from '#storage/chat-records.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useServices } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

const PassageDialog = lazyView(() => import('./passage-dialog.tsx').then((m) => m.PassageDialog));

/** The passages sent with the question; each opens in its document. */
export function Sources({
  sources,
  label = chatThreadText.passages,
  onOpen,
}: {
  sources: readonly Source[];
  label?: string;
  onOpen: (source: Source) => void;
}) {
  if (sources.length === 0) return null;
  return (
    <div className={styles['sources']}>
      <span className={controls['secondary']}>{label}</span>
      <ol>
        {sources.map((source, i) => (
          <li key={`${source.documentId}:${source.start}`}>
            <Button data-words size="small" onClick={() => onOpen(source)}>
              [{i + 1}] {source.documentName}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Files that are listed first; a press shows as many again and more. */
const FIRST_FILES = 8;

/** The files that are about a question, each with the line that fits best. */
export function Matches({
  matches,
  onOpen,
}: {
  matches: readonly Source[];
  onOpen: (source: Source) => void;
}) {
  const [count, setCount] = useState(FIRST_FILES);
  if (matches.length === 0) return null;
  const more = Math.min(matches.length - count, 2 * count);
  return (
    <div className={styles['matches']}>
      <span className={controls['secondary']}>{chatThreadText.matches(matches.length)}</span>
      <ul>
        {matches.slice(0, count).map((match) => (
          <li key={match.documentId}>
            <Button
              data-words
              kind="plain"
              className={styles['match']}
              onClick={() => onOpen(match)}
            >
              <span className={styles['file']}>{match.documentName}</span>
              <span className={styles['best']} dir="auto">
                {match.text}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" size="small" onClick={() => setCount(count + more)}>
          {chatThreadText.showMoreFiles(more)}
        </Button>
      )}
    </div>
  );
}

interface ShownSource {
  source: Source;
  document: ChatDocument;
  /** The pictures that its words were read from. */
  pages: readonly PagePicture[];
}

/** Opens a passage in its document; shows a toast when the document was removed. */
export function usePassage() {
  const { storage } = useServices();
  const chat = useConversation();
  const [shown, setShown] = useState<ShownSource | null>(null);

  async function show(source: Source) {
    const known = chat.state.getState().documents.find((d) => d.id === source.documentId);
    const document = known ?? (await (await storage).documents.get(source.documentId));
    if (document) setShown({ source, document, pages: await pagesOf(source, document) });
    else showToast({ text: chatThreadText.documentRemoved(source.documentName) });
  }

  async function pagesOf(source: Source, document: ChatDocument) {
    const { readPictureIds } = await import('#ui/chat/passages/page-pictures.ts');
    const ids = readPictureIds(document, source);
    const { pagePictures } = await storage;
    // Of a temporary chat, or of a project.
    const read = ids.map(async (at) => (await chat.rows.pagePicture(at)) ?? pagePictures.get(at));
    return (await Promise.all(read)).filter((page) => page !== undefined);
  }

  const dialog = shown && (
    <Suspense>
      <PassageDialog
        source={shown.source}
        text={shown.document.text}
        recordingId={shown.document.recordingId ?? null}
        pages={shown.pages}
        onClose={() => setShown(null)}
      />
    </Suspense>
  );
  const openSource = (source: Source) => {
    show(source).catch(reportError);
  };
  return { dialog, open: openSource };
}
