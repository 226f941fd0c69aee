import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import {
  LIBRARY_KINDS,
  type LibraryHit,
  type LibraryItem,
  type LibraryKind,
} from '#library/library-item.ts';
import type { ChatDocument, PagePicture } from '#storage/chat-records.ts';
import { readPictureIds } from '#ui/chat/passages/page-pictures.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import page from '#ui/kit/page.module.css';
import { Progress } from '#ui/kit/progress.tsx';
import { libraryText } from '#ui/messages/library.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useServices, useSession } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { useOpenItem } from '#ui/state/shell.ts';
import { showToast } from '#ui/state/toasts.ts';
import { FoundItemRow } from './found-item.tsx';
import styles from './search.module.css';
import { LibrarySearch } from './session/library-search.ts';

const PassageDialog = lazyView(() =>
  import('#ui/chat/thread/passage-dialog.tsx').then((m) => m.PassageDialog),
);

/** Milliseconds after the last key until the address has the query: browsers limit how often it may change. */
const ADDRESS_MS = 400;

const LABELS = { document: 'documents', chat: 'chats', transcript: 'transcripts' } as const;

/** One search over all documents, chats and transcripts. The address has the query. */
export function SearchPage() {
  const search = useSession(LibrarySearch);
  const [query, setQuery, kind, setKind] = useAddress();
  useOpenItem(query.trim() || libraryText.title);
  useEffect(() => search.enter(), [search]);
  useEffect(() => search.ask(query, kind), [search, query, kind]);
  return (
    <>
      <PageHeader title={libraryText.title} />
      <search className={`${page['page']} ${styles['page']}`} onKeyDown={moveBetweenHits}>
        <Field
          type="search"
          data-library
          className={styles['field']}
          label={libraryText.field}
          isLabelHidden
          placeholder={libraryText.field}
          dir="auto"
          autoFocus
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Reading />
        {query.trim() === '' ? <Before /> : <Results kind={kind} onKind={setKind} />}
      </search>
    </>
  );
}

/** The query and the kind of the address; it follows the field a moment later. */
function useAddress() {
  const asked = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const there = asked.get('q') ?? '';
  const kind = LIBRARY_KINDS.find((one) => one === asked.get('kind')) ?? null;
  const [query, setQuery] = useState(there);
  // Another address was opened: from the palette, or by the browser's own buttons.
  const [known, setKnown] = useState(there);
  if (known !== there) {
    setKnown(there);
    setQuery(there);
  }
  const write = (text: string, of: LibraryKind | null) => {
    const fields = { ...(text ? { q: text } : {}), ...(of ? { kind: of } : {}) };
    setKnown(text);
    go(`/search?${new URLSearchParams(fields)}`, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: written after a change of the query, unless a kind was chosen meanwhile
  useEffect(() => {
    if (query === there) return;
    const timer = setTimeout(() => write(query, kind), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [query, there, kind]);
  return [query, setQuery, kind, (of: LibraryKind | null) => write(query, of)] as const;
}

/** The arrow keys go from the field to the results and between them. */
function moveBetweenHits(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const { currentTarget, target } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')];
  const at = stops.indexOf(target as HTMLElement);
  const next = at < 0 ? undefined : stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Reading() {
  const search = useSession(LibrarySearch);
  const reading = useStore(search.state, (state) => state.reading);
  const failure = useStore(search.state, (state) => state.failure);
  if (failure !== null) {
    return (
      <div className={controls['row']} role="alert">
        <span className={controls['error']}>
          {[libraryText.failed, describeError(failure)].join(': ')}
        </span>
        <Button size="small" onClick={() => search.retry()}>
          {libraryText.tryAgain}
        </Button>
      </div>
    );
  }
  if (reading === null) return null;
  const { done, total } = reading;
  return (
    <div className={styles['reading']}>
      <Progress label={libraryText.readingLabel} value={done / Math.max(1, total)} />
      <p className={controls['secondary']} data-figures>
        {libraryText.reading(formatCount(done), formatCount(total))}
      </p>
    </div>
  );
}

function Before() {
  const search = useSession(LibrarySearch);
  const total = useStore(search.state, (state) => state.total);
  return <p className={page['lead']}>{total === 0 ? libraryText.empty : libraryText.lead}</p>;
}

interface ResultsProps {
  kind: LibraryKind | null;
  onKind: (kind: LibraryKind | null) => void;
}

function Results({ kind, onKind }: ResultsProps) {
  const search = useSession(LibrarySearch);
  const { results, query, isByMeaning, reading } = useStore(search.state);
  const { dialog, open } = useDocument();
  if (results === null) return null;
  const { counts, found } = results;
  const all = LIBRARY_KINDS.reduce((sum, one) => sum + counts[one], 0);
  const inKind = kind === null ? all : counts[kind];
  return (
    <>
      <fieldset className={styles['kinds']} aria-label={libraryText.kinds}>
        <Kind
          label={libraryText.all}
          count={all}
          isChosen={kind === null}
          onChoose={() => onKind(null)}
        />
        {LIBRARY_KINDS.map((one) => (
          <Kind
            key={one}
            label={libraryText[LABELS[one]]}
            count={counts[one]}
            isChosen={kind === one}
            onChoose={() => onKind(one)}
          />
        ))}
      </fieldset>
      <p role="status" className={controls['secondary']}>
        {summarise({ all, inKind, query, isByMeaning, isReading: reading !== null })}
      </p>
      <ul className={styles['list']} aria-label={libraryText.results}>
        {found.map((one) => (
          <FoundItemRow
            key={one.item.key}
            found={one}
            onOpen={open}
            onExpand={(key) => search.expand(key)}
          />
        ))}
      </ul>
      {inKind > found.length && found.length > 0 && (
        <Button kind="quiet" size="small" onClick={() => search.showMore()}>
          {libraryText.showMore(Math.min(20, inKind - found.length))}
        </Button>
      )}
      {dialog}
    </>
  );
}

interface Described {
  all: number;
  inKind: number;
  query: string;
  isByMeaning: boolean;
  isReading: boolean;
}

function summarise({ all, inKind, query, isByMeaning, isReading }: Described): string {
  if (all === 0) return isReading ? '' : libraryText.nothing(query.trim());
  if (inKind === 0) return libraryText.nothingHere;
  const how = isByMeaning ? libraryText.byMeaning : libraryText.byWords;
  return `${libraryText.found(inKind)}. ${how}`;
}

interface KindProps {
  label: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Kind({ label, count, isChosen, onChoose }: KindProps) {
  return (
    <Button size="small" aria-pressed={isChosen} onClick={onChoose}>
      {label} <span className={styles['count']}>{formatCount(count)}</span>
    </Button>
  );
}

interface Shown {
  item: LibraryItem;
  hit: LibraryHit;
  document: ChatDocument;
  pages: readonly PagePicture[];
}

/** Opens a place of a document above the results, which stay as they are. */
function useDocument() {
  const { database } = useServices();
  const [shown, setShown] = useState<Shown | null>(null);
  async function show(item: LibraryItem, hit: LibraryHit) {
    const document = await database.documents.get(item.id);
    if (!document) {
      showToast({ text: libraryText.gone(item.name) });
      return;
    }
    const pages = await database.pagePictures.bulkGet(readPictureIds(document, hit));
    setShown({ item, hit, document, pages: pages.filter((one) => one !== undefined) });
  }
  const dialog = shown && (
    <Suspense>
      <PassageDialog
        source={sourceOf(shown)}
        text={shown.document.text}
        recordingId={shown.document.recordingId ?? null}
        pages={shown.pages}
        onClose={() => setShown(null)}
      />
    </Suspense>
  );
  return {
    dialog,
    open: (item: LibraryItem, hit: LibraryHit) => void show(item, hit).catch(reportError),
  };
}

const sourceOf = ({ document, hit: { start, end } }: Shown) => ({
  documentId: document.id,
  documentName: document.name,
  text: document.text.slice(start, end),
  start,
  end,
});
