import { AudioLines, FileText, MessageSquare } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { ExcerptPart, FoundItem, LibraryHit, LibraryItem } from '#library/library-item.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatDay } from '#ui/kit/format.ts';
import { escapeId, itemPath } from '#ui/kit/item-path.ts';
import { libraryText } from '#ui/messages/library.ts';
import styles from './search.module.css';

const ICONS = { document: FileText, chat: MessageSquare, transcript: AudioLines };

interface FoundItemProps {
  found: FoundItem;
  onOpen: (item: LibraryItem, hit: LibraryHit) => void;
  onExpand: (key: string) => void;
}

/** A document, a chat or a recording with the places that a search found in it. */
export function FoundItemRow({ found, onOpen, onExpand }: FoundItemProps) {
  const { item, name, hits, count } = found;
  const Icon = ICONS[item.kind];
  const title = name.length > 0 ? <Marked parts={name} /> : libraryText.unnamed;
  const [first] = hits;
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} className={styles['item']}>
      <div className={styles['head']}>
        <Icon size={16} aria-hidden />
        <h2 dir="auto">
          <Opener item={item} hit={first ?? START} onOpen={onOpen} isName>
            {title}
          </Opener>
        </h2>
        <p className={styles['facts']} data-figures>
          {[
            libraryText[item.kind],
            item.within && libraryText.in(item.within.name || libraryText.unnamed),
            item.at > 0 && formatDay(item.at, Date.now()),
            count > 1 && libraryText.places(count),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {hits.length > 0 && (
        <ul className={styles['hits']}>
          {hits.map((hit) => (
            <li key={`${hit.messageId ?? ''} ${hit.start} ${hit.seconds ?? ''}`}>
              <Opener item={item} hit={hit} onOpen={onOpen}>
                <span className={styles['place']}>{placeOf(hit)}</span>
                <span className={styles['excerpt']} dir="auto">
                  <Marked parts={hit.parts} />
                </span>
              </Opener>
            </li>
          ))}
        </ul>
      )}
      {count > hits.length && hits.length <= 3 && (
        <Button
          kind="quiet"
          size="small"
          className={styles['expand']}
          aria-label={libraryText.allPlacesOf(count, item.name)}
          onClick={() => {
            // The button goes with its press: the places follow.
            const hit = row.current?.querySelectorAll<HTMLElement>('[data-hit]');
            hit?.[hit.length - 1]?.focus({ preventScroll: true });
            onExpand(item.key);
          }}
        >
          {libraryText.allPlaces(count)}
        </Button>
      )}
    </li>
  );
}

/** Of an item whose name alone was found. */
const START: LibraryHit = {
  ...{ start: 0, end: 0, parts: [], messageId: null, seconds: null, match: '', page: null },
};

function placeOf({ seconds, page }: LibraryHit): string | null {
  if (seconds !== null) return shortClock(seconds);
  return page === null ? null : libraryText.page(page);
}

interface OpenerProps {
  item: LibraryItem;
  hit: LibraryHit;
  isName?: boolean;
  onOpen: FoundItemProps['onOpen'];
  children: React.ReactNode;
}

/** Opens a place: a chat and a recording on their pages, a document above this one. */
function Opener({ item, hit, isName = false, onOpen, children }: OpenerProps) {
  const className = styles[isName ? 'name' : 'hit'] ?? '';
  if (item.kind === 'document') {
    return (
      <Button kind="plain" className={className} data-hit onClick={() => onOpen(item, hit)}>
        {children}
      </Button>
    );
  }
  return (
    <Link href={isName ? pathOf(item) : addressOf(item, hit)} className={className} data-hit>
      {children}
    </Link>
  );
}

const pathOf = ({ kind, id }: LibraryItem) =>
  itemPath(kind === 'chat' ? '/chat' : '/transcribe', id);

function addressOf(item: LibraryItem, { messageId, seconds, match }: LibraryHit): string {
  if (messageId !== null) return `${pathOf(item)}?message=${escapeId(messageId)}`;
  if (seconds === null) return pathOf(item);
  const find = match === '' ? {} : { find: match };
  return `${pathOf(item)}?${new URLSearchParams({ t: String(seconds), ...find })}`;
}

function Marked({ parts }: { parts: readonly ExcerptPart[] }) {
  return parts.map(({ text, isMatch }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    isMatch ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  );
}
