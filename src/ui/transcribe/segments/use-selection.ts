import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { type Selection, selectSegment, selectToEnd } from './select-segments.ts';

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** The segments that are selected in the list; null while none are being selected. */
export function useSelection(segments: readonly StoredSegment[], hasSpeakers: boolean) {
  const [state, setSelection] = useState<Selection | null>(null);
  // Undo may have removed the last speaker.
  const selection = hasSpeakers ? state : null;
  const isSelecting = selection !== null;
  const last = useRef('');
  last.current = selection?.from ?? last.current;
  // The button or the box that had the focus is replaced by the other.
  useLayoutEffect(() => {
    const row = document.getElementById(last.current);
    const control = row?.querySelector<HTMLElement>(isSelecting ? 'input' : '[data-speaker]');
    control?.focus({ preventScroll: true });
  }, [isSelecting]);
  const begin = (ids: ReadonlySet<string>) => {
    const [from = ''] = ids;
    setSelection({ ids, from });
  };
  const end = () => setSelection(null);
  const choose = (id: string, isRange: boolean) =>
    selection && setSelection(selectSegment(selection, segments, id, isRange));

  /** The box of a segment was pressed, or its label: that presses the box. */
  function press({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof HTMLInputElement)) return;
    const id = target.closest<HTMLElement>('[data-segment]')?.dataset['segment'];
    if (id) choose(id, shiftKey);
  }

  /** The arrows go from box to box, with Shift they select; Escape ends it. */
  function move(event: KeyboardEvent) {
    const { key, shiftKey, currentTarget, target } = event;
    if (key === 'Escape') return end();
    const by = STEPS.get(key);
    if (!by) return;
    event.preventDefault();
    const boxes = [...currentTarget.querySelectorAll('input')];
    const next = boxes[boxes.indexOf(target as HTMLInputElement) + by];
    next?.focus();
    const id = next?.closest<HTMLElement>('[data-segment]')?.dataset['segment'];
    if (shiftKey && id) choose(id, true);
  }

  return {
    ids: selection?.ids ?? null,
    begin,
    press,
    move,
    end,
    toEnd: () => selection && setSelection(selectToEnd(selection, segments)),
  };
}
