import { useState } from 'react';
import type { Source } from '#storage/chat-records.ts';
import controls from '#ui/components/controls.module.css';
import { Dialog } from '#ui/components/dialog.tsx';
import { useServices } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { useChatStore } from './chat-store.ts';
import styles from './messages.module.css';

/** Characters shown around a passage. */
const AROUND = 3_000;

/** The passages that were given with the question; each opens in its place. */
export function Sources({
  sources,
  onOpen,
}: {
  sources: readonly Source[];
  onOpen: (source: Source) => void;
}) {
  if (sources.length === 0) return null;
  return (
    <div className={styles['sources']}>
      <span className={controls['secondary']}>Passages given to the model</span>
      <ol>
        {sources.map((source, i) => (
          <li key={`${source.documentId}:${source.start}`}>
            <button
              type="button"
              className={`${controls['button']} ${controls['small']}`}
              onClick={() => onOpen(source)}
            >
              [{i + 1}] {source.documentName}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Opens a passage in its document; says so when the document is gone. */
export function usePassage() {
  const { database } = useServices();
  const [shown, setShown] = useState<{ source: Source; text: string } | null>(null);

  async function show(source: Source) {
    const known = useChatStore.getState().documents.find((d) => d.id === source.documentId);
    const document = known ?? (await database.documents.get(source.documentId));
    if (document) setShown({ source, text: document.text });
    else showToast({ text: `${source.documentName} was removed from this chat.` });
  }

  const dialog = shown && (
    <PassageDialog source={shown.source} text={shown.text} onClose={() => setShown(null)} />
  );
  const openSource = (source: Source) => {
    show(source).catch(reportError);
  };
  return { dialog, open: openSource };
}

interface PassageDialogProps {
  source: Source;
  text: string;
  onClose: () => void;
}

function PassageDialog({ source, text, onClose }: PassageDialogProps) {
  const { start, end } = source;
  const from = Math.max(0, start - AROUND);
  return (
    <Dialog title={source.documentName} kind="wide" onClose={onClose}>
      <p className={styles['passage']}>
        {from > 0 && '…'}
        {text.slice(from, start)}
        <mark ref={(mark) => mark?.scrollIntoView({ block: 'center' })}>
          {text.slice(start, end)}
        </mark>
        {text.slice(end, end + AROUND)}
        {text.length > end + AROUND && '…'}
      </p>
    </Dialog>
  );
}
