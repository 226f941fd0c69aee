import { Files, FileText, ListOrdered, RefreshCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isPicture } from '#documents/is-document.ts';
import type { ChatDocument } from '#storage/chat-records.ts';
import { shortList } from '#ui/chat/passages/page-states.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './composer.module.css';

const work = () => import('#ui/chat/passages/passages.ts');

/** More documents than this are one chip, which opens the list of them. */
const MAX_CHIPS = 3;

/** The documents of a chat. One whose vectors are of another model is found by its words until it is embedded again. */
export function DocumentChips() {
  const chat = useConversation();
  const documents = useChat((state) => state.documents);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [embedding, setEmbedding] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ids = documents.map(({ id }) => id);
    work()
      .then(({ ofOtherModel }) => ofOtherModel(chat.ports, ids))
      .then((found) => isCurrent && setOthers(found), reportError);
    return () => {
      isCurrent = false;
    };
  }, [chat, documents]);
  const embedAgain = async (id: string) => {
    setEmbedding(id);
    try {
      await (await work()).embedAgain(chat.ports, id, undefined, chat.signal);
      setOthers((before) => before.filter((other) => other !== id));
    } finally {
      setEmbedding(null);
    }
  };
  const [listed, setListed] = useState<ChatDocument | null>(null);
  const chipOf = (document: ChatDocument) => {
    const { id, name, pages = [] } = document;
    return (
      <Chip
        key={id}
        name={name}
        note={others.includes(id) ? chatFilesText.otherModel : describePages(name, pages)}
        onRemove={() =>
          reportFailure(chatFilesText.documentNotRemoved(name), chat.removeDocument(id))
        }
      >
        {pages.length > 1 && (
          <IconButton
            icon={ListOrdered}
            label={chatFilesText.pagesOf(name)}
            size="small"
            iconSize={14}
            aria-haspopup="dialog"
            onClick={() => setListed(document)}
          />
        )}
        {others.includes(id) && (
          <IconButton
            icon={RefreshCw}
            label={chatFilesText.embedAgain(name)}
            size="small"
            iconSize={14}
            isPending={embedding === id}
            disabled={embedding !== null}
            onClick={() => reportFailure(chatFilesText.notEmbedded(name), embedAgain(id))}
          />
        )}
      </Chip>
    );
  };
  const isFew = documents.length <= MAX_CHIPS;
  return (
    <>
      {isFew ? documents.map(chipOf) : <ManyDocuments documents={documents} row={chipOf} />}
      {listed && <PageList document={listed} onClose={() => setListed(null)} />}
    </>
  );
}

/** Characters of a page that its line begins with. */
const SHOWN = 120;

/** What became of each page of a document, and how its text begins. */
function PageList({ document, onClose }: { document: ChatDocument; onClose: () => void }) {
  const { name, text, pages = [] } = document;
  return (
    <Dialog kind="side" title={name} onClose={onClose}>
      <ol className={styles['pages']} aria-label={chatFilesText.pagesOf(name)}>
        {pages.map(({ state, start, end }, i) => (
          <li key={start}>
            <span>{chatFilesText[`${state}Page`](i + 1)}</span>
            <span className={controls['secondary']}>
              {text.slice(start, Math.min(end, start + SHOWN))}
              {end > start + SHOWN && '…'}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** `note-2` before `note-10`. */
const byName = new Intl.Collator(undefined, { numeric: true });

interface ManyProps<Document> {
  documents: readonly Document[];
  row: (document: Document) => ReactNode;
}

/** One chip for all documents; it opens the list of them, to search and remove. */
function ManyDocuments<Document extends { name: string }>({ documents, row }: ManyProps<Document>) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = documents
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => byName.compare(a.name, b.name));
  const title = chatFilesText.files(documents.length);
  return (
    <li>
      <Button size="small" icon={Files} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <Dialog kind="side" title={title} onClose={() => setOpen(false)}>
          <Field
            label={chatFilesText.searchFiles}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ul className={styles['documents']}>{shown.map(row)}</ul>
          {shown.length === 0 && <p className={controls['secondary']}>{chatFilesText.noFile}</p>}
        </Dialog>
      )}
    </li>
  );
}

/** What became of a document's pages, where not all of them are plain text. */
export function describePages(name: string, pages: ChatDocument['pages'] = []): string | null {
  const read = pages.filter(({ state }) => state === 'read').length;
  const unread = pages.flatMap(({ state }, i) => (state === 'unreadable' ? [i + 1] : []));
  if (isPicture(name) && pages.length < 2) return chatFilesText.wordsOnly;
  const notes = [
    ...(read > 0 ? [chatFilesText.somePictures(read, pages.length)] : []),
    ...(unread.length > 0 ? [chatFilesText.unreadPages(shortList(unread))] : []),
  ];
  return notes.join('; ') || null;
}

interface ChipProps {
  name: string;
  /** Null says nothing: all is well. */
  note: string | null;
  onRemove: () => void;
  children?: ReactNode;
}

/** Something that a message is sent with. */
export function Chip({ name, note, onRemove, children }: ChipProps) {
  return (
    <li className={styles['chip']}>
      <FileText size={16} aria-hidden />
      <span className={styles['name']}>{name}</span>
      {note !== null && <span className={controls['secondary']}>{note}</span>}
      {children}
      <IconButton
        icon={X}
        label={chatFilesText.remove(name)}
        size="small"
        iconSize={14}
        onClick={onRemove}
      />
    </li>
  );
}
