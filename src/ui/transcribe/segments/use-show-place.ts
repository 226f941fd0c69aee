import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { highlight } from './highlights.ts';
import { leadOf } from './segment-row.tsx';

/** Frames that a part of a long transcript may take until it is drawn. */
const MAX_FRAMES = 30;

/** Scrolls to a place of the text and marks it, until another one is shown. */
export function useShowPlace(reveal: RefObject<(id: string) => void>) {
  const unmark = useRef(() => {});
  useEffect(() => () => unmark.current(), []);
  return useCallback(
    (segment: StoredSegment, at: number, length: number) => {
      unmark.current();
      let frames = 0;
      const show = () => {
        const row = document.getElementById(segment.id);
        if (!row) {
          reveal.current(segment.id);
          if (frames++ < MAX_FRAMES) requestAnimationFrame(show);
          return;
        }
        row.scrollIntoView({ block: 'center' });
        const said = row.querySelector('[data-said]');
        const from = at - leadOf(segment.text);
        if (said) unmark.current = highlight('found-now', said, [{ from, to: from + length }]);
      };
      show();
    },
    [reveal],
  );
}
