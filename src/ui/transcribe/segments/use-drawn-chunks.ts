import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { Chunk } from '#ui/transcribe/session/chunk-segments.ts';

/** Parts drawn with the page: more than fits on any screen. */
const FIRST = 2;
/** Parts drawn outside the viewport, for the browser's own search. More would slow every edit. */
const MAX_AHEAD = 40;
/** Milliseconds between the drawing of two of them. */
const REST_MS = 30;

const NONE: ReadonlySet<string> = new Set();

/**
 * Which parts of a long transcript are drawn: the first and those near the viewport immediately, others
 * one by one while nothing else happens.
 */
export function useDrawnChunks(list: RefObject<HTMLElement | null>, chunks: readonly Chunk[]) {
  const [drawn, setDrawn] = useState(NONE);
  const [near, setNear] = useState(NONE);
  const isDrawn = (chunk: Chunk, index: number) => index < FIRST || drawn.has(firstOf(chunk));
  const isNear = (chunk: Chunk) => near.has(firstOf(chunk));
  const draw = useCallback((...parts: string[]) => {
    setDrawn((before) =>
      parts.every((part) => before.has(part)) ? before : new Set([...before, ...parts]),
    );
  }, []);
  const missing = chunks.slice(0, MAX_AHEAD).find((chunk, i) => !isDrawn(chunk, i));
  const next = missing && firstOf(missing);

  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => draw(next), REST_MS);
    return () => clearTimeout(timer);
  }, [next, draw]);

  const parts = chunks.map(firstOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts are other elements
  useEffect(() => {
    if (!list.current) return undefined;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      const name = ({ target }: IntersectionObserverEntry) =>
        (target as HTMLElement).dataset['chunk'] ?? '';
      const came = entries.filter((entry) => entry.isIntersecting).map(name);
      const went = entries.filter((entry) => !entry.isIntersecting).map(name);
      if (came.length > 0) draw(...came);
      setNear((before) => {
        const after = new Set([...before, ...came]);
        for (const part of went) after.delete(part);
        return after;
      });
    };
    const observer = new IntersectionObserver(look, { rootMargin: '600px' });
    for (const element of list.current.querySelectorAll('[data-chunk]')) observer.observe(element);
    return () => observer.disconnect();
  }, [list, parts, draw]);

  /** Draws the part that a segment is in. */
  const reveal = (id: string) => {
    const part = chunks.find((chunk) => chunk.some((segment) => segment.id === id));
    if (part) draw(firstOf(part));
  };
  return { isDrawn, isNear, reveal };
}

const firstOf = (chunk: Chunk): string => chunk[0]?.id ?? '';
