import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { foldCase } from '#base/words.ts';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { findIn } from '#ui/transcribe/session/edit-segments.ts';
import { segmentAt } from '#ui/transcribe/session/word-times.ts';

type ShowPlace = (segment: StoredSegment, at: number, length: number) => void;

/** Shows the place that `?t=` and `?find=` in the URL name, as soon as its segment is read. */
export function useAskedPlace(segments: readonly StoredSegment[], show: ShowPlace): void {
  const asked = useSearch();
  const shown = useRef('');
  useEffect(() => {
    const search = new URLSearchParams(asked);
    const seconds = Number(search.get('t') ?? Number.NaN);
    const last = segments.at(-1);
    if (shown.current === asked || !last || !(seconds <= last.end)) return;
    shown.current = asked;
    const segment = segmentAt(segments, seconds);
    const text = search.get('find') ?? '';
    const [at = 0] = segment && text ? findIn(segment.text, foldCase(text)) : [];
    if (segment) show(segment, at, text.length);
  }, [asked, segments, show]);
}
