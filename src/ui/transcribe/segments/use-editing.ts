import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Cursor } from '#ui/transcribe/session/document-state.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { editInPlace, startEditing, textOf } from './edit-in-place.ts';
import { leadOf } from './segment-row.tsx';

interface Editing {
  list: RefObject<HTMLOListElement | null>;
  transcript: TranscriptDocument;
  /** Plays from a second on. */
  onPlay: (seconds: number) => void;
  /** Draws a segment that is not drawn yet. */
  onReveal: (id: string) => void;
}

/** Edits the texts of a list in place. */
export function useEditing({ list, transcript, onPlay, onReveal }: Editing): void {
  const next = useRef<Cursor | null>(null);
  const [, redraw] = useState(0);
  const latest = useRef({ onPlay, onReveal });
  latest.current = { onPlay, onReveal };

  // After each drawing: the segment that the cursor goes to may be new.
  useLayoutEffect(() => {
    const cursor = next.current;
    const text = cursor && textOf(cursor.id);
    if (!text) return;
    next.current = null;
    const segment = transcript.state.getState().segments?.find((s) => s.id === cursor.id);
    startEditing(text, cursor.at - leadOf(segment?.text ?? ''));
    text.scrollIntoView({ block: 'nearest' });
  });

  useEffect(() => {
    if (!list.current) return undefined;
    return editInPlace(list.current, {
      transcript,
      play: (seconds) => latest.current.onPlay(seconds),
      move: (cursor) => {
        next.current = cursor;
        latest.current.onReveal(cursor.id);
        redraw((count) => count + 1);
      },
    });
  }, [list, transcript]);
}
