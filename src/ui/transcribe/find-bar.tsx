import { useMemo, useState } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { useServices } from '#ui/services.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
import { findSegments, replaceInSegments } from '#ui/transcribe/session/edit-segments.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import styles from './transcript.module.css';

interface FindBarProps {
  segments: readonly StoredSegment[];
  text: string;
  onText: (text: string) => void;
  onSeek: (seconds: number) => void;
}

/** Finds words in the transcript, and puts others in their place. */
export function FindBar({ segments, text, onText, onSeek }: FindBarProps) {
  const transcripts = transcriptsOf(useServices());
  const [by, setBy] = useState('');
  const [at, setAt] = useState(0);
  const places = useMemo(() => findSegments(segments, text), [segments, text]);

  function step(by: number) {
    if (places.length === 0) return;
    const next = (at + by + places.length) % places.length;
    setAt(next);
    const place = places[next];
    if (!place) return;
    onSeek(place.segment.start);
    const row = document.querySelector(`[data-segment="${CSS.escape(place.segment.id)}"]`);
    row?.scrollIntoView({ block: 'center' });
  }

  function replaceAll() {
    const before = segments;
    const change = replaceInSegments(segments, text, by);
    const undo = async () => {
      const ids = new Set(change.put.map((s) => s.id));
      await transcripts.replaceSegments(
        [],
        before.filter((s) => ids.has(s.id)),
      );
    };
    const work = transcripts.replaceSegments(change.remove, change.put).then(() => {
      const count = `${places.length} ${places.length === 1 ? 'place' : 'places'}`;
      showToast({ text: `Replaced in ${count}.`, action: { label: 'Undo', run: undo } });
    });
    tryOrSay('Nothing was replaced', work);
  }

  return (
    <search className={`${controls['row']} ${styles['find']}`}>
      <label className={controls['label']}>
        Find
        <input
          className={controls['field']}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to find
          autoFocus
          onChange={(event) => {
            onText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          }}
        />
      </label>
      <span className={controls['secondary']} role="status">
        {text === '' ? '' : `${places.length} found`}
      </span>
      <Button disabled={places.length === 0} onClick={() => step(1)}>
        Next
      </Button>
      <label className={controls['label']}>
        Replace with
        <input
          className={controls['field']}
          value={by}
          onChange={(event) => setBy(event.target.value)}
        />
      </label>
      <Button disabled={places.length === 0} onClick={replaceAll}>
        Replace all
      </Button>
    </search>
  );
}
