import { type RefObject, useEffect, useRef } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import { segmentAt, wordAt, wordSpans } from '#ui/transcribe/session/word-times.ts';
import { highlight } from './highlights.ts';
import { leadOf } from './segment-row.tsx';

/** Milliseconds after a person scrolled in which playback does not scroll. */
const REST_MS = 4_000;

interface Follow {
  playback: Playback;
  segments: readonly StoredSegment[];
  onReveal: (id: string) => void;
}

/** Marks the segment and the word that are said now, without drawing anything again. */
export function useFollow({ playback, segments, onReveal }: Follow): void {
  const reveal = useRef(onReveal);
  reveal.current = onReveal;
  const scrolledAt = useRef(-REST_MS);
  useNoteScrolling(scrolledAt);

  useEffect(() => {
    const marks = new Marks();
    let frame = 0;
    const show = () => {
      const { seconds, isPlaying } = playback.state.getState();
      // Before playback there is no current word.
      const isIdle = !isPlaying && seconds === 0;
      const segment = isIdle ? null : segmentAt(segments, seconds);
      const isNew = marks.show(segment, seconds);
      if (!isNew || !isPlaying || !segment) return;
      reveal.current(segment.id);
      const isFree = performance.now() - scrolledAt.current > REST_MS && !marks.isEditing();
      if (isFree) marks.row(segment.id)?.scrollIntoView({ block: 'nearest' });
    };
    const tick = () => {
      playback.sync();
      frame = requestAnimationFrame(tick);
    };
    const stop = playback.state.subscribe(({ isPlaying, seconds }, before) => {
      if (isPlaying !== before.isPlaying) {
        cancelAnimationFrame(frame);
        if (isPlaying) tick();
      }
      if (seconds !== before.seconds || isPlaying !== before.isPlaying) show();
    });
    if (playback.state.getState().isPlaying) tick();
    show();
    return () => {
      stop();
      cancelAnimationFrame(frame);
      marks.clear();
    };
  }, [playback, segments]);
}

/** Highlights of the current word and segment. */
class Marks {
  #current: string | null = null;
  #unmark = () => {};

  /** @returns whether the segment is another one than before. */
  show(segment: StoredSegment | null, seconds: number): boolean {
    this.#unmark();
    const isNew = segment?.id !== this.#current;
    if (isNew && this.#current) this.row(this.#current)?.removeAttribute('aria-current');
    this.#current = segment?.id ?? null;
    const row = segment && this.row(segment.id);
    if (!row) return isNew;
    row.setAttribute('aria-current', 'true');
    const text = row.querySelector('[data-said]');
    const word = wordAt(wordSpans(segment), seconds);
    if (!text || !word) return isNew;
    const lead = leadOf(segment.text);
    const span = { from: word.from - lead, to: word.to - lead };
    this.#unmark = highlight('current-word', text, [span]);
    return isNew;
  }

  clear(): void {
    this.show(null, 0);
  }

  row(id: string): HTMLElement | null {
    return document.getElementById(id);
  }

  isEditing(): boolean {
    const { activeElement } = document;
    return activeElement instanceof HTMLElement && activeElement.isContentEditable;
  }
}

/** Notes when a person scrolls: playback does not scroll away then. */
function useNoteScrolling(scrolledAt: RefObject<number>): void {
  useEffect(() => {
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    const note = () => {
      scrolledAt.current = performance.now();
    };
    document.addEventListener('wheel', note, options);
    document.addEventListener('touchmove', note, options);
    return () => controller.abort();
  }, [scrolledAt]);
}
