import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import styles from './inspector.module.css';

/** Rows drawn before and after the visible ones. */
const MARGIN = 8;
/** Rows drawn before the height of the list is known. */
const FIRST = 20;

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Pixels of each row. */
  rowHeight: number;
  /** Where the list was left before, in pixels. */
  startTop: number;
  onScroll: (scrollTop: number) => void;
  row: (index: number) => ReactNode;
}

/** A list of any length that draws only the rows in view. The arrow keys move from row to row. */
export function VirtualRows(props: VirtualRowsProps) {
  const { label, count, rowHeight, startTop, onScroll, row } = props;
  const box = useRef<HTMLElement>(null);
  const [shown, setShown] = useState({ first: Math.floor(startTop / rowHeight), length: FIRST });

  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const first = Math.floor(scrollTop / rowHeight);
    const length = Math.ceil(clientHeight / rowHeight) + 1;
    setShown((before) =>
      before.first === first && before.length === length ? before : { first, length },
    );
  }, [rowHeight]);

  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = startTop;
    measure();
  }, [startTop, measure]);

  const from = Math.max(0, Math.min(shown.first, count - 1) - MARGIN);
  const to = Math.min(count, shown.first + shown.length + MARGIN);
  return (
    <section
      ref={box}
      className={styles['list']}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        measure();
        onScroll(currentTarget.scrollTop);
      }}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const links: unknown[] = [...(box.current?.querySelectorAll('a') ?? [])];
        const at = links.indexOf(document.activeElement);
        if (!step || at < 0) return;
        event.preventDefault();
        const next = links[at + step];
        if (next instanceof HTMLElement) next.focus();
      }}
    >
      <ol style={{ height: count * rowHeight }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((index) => (
          <li
            // Its place: a row that scrolls in takes over what the one that scrolled out leaves.
            key={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
          >
            {row(index)}
          </li>
        ))}
      </ol>
    </section>
  );
}
