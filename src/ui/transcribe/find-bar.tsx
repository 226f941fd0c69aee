import { useMemo, useState } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
import { findSegments, replaceInSegments } from '#ui/transcribe/session/edit-segments.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';

interface FindBarProps {
  segments: readonly StoredSegment[];
  text: string;
  onText: (text: string) => void;
  onSeek: (seconds: number) => void;
}

/** Finds text in the transcript and replaces it. */
export function FindBar({ segments, text, onText, onSeek }: FindBarProps) {
  const transcripts = useSession(TranscriptionSession).transcripts;
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
      const text = transcribeText.replaced(places.length);
      showToast({ text, action: { label: transcribeText.undo, run: undo } });
    });
    tryOrSay(transcribeText.notReplaced, work);
  }

  return (
    <search className={`${controls['row']} ${styles['find']}`}>
      <Field
        label={transcribeText.find}
        value={text}
        autoFocus
        onChange={(event) => {
          onText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
      />
      <span className={controls['secondary']} role="status">
        {text === '' ? '' : transcribeText.found(places.length)}
      </span>
      <Button disabled={places.length === 0} onClick={() => step(1)}>
        {transcribeText.next}
      </Button>
      <Field
        label={transcribeText.replaceWith}
        value={by}
        onChange={(event) => setBy(event.target.value)}
      />
      <Button disabled={places.length === 0} onClick={replaceAll}>
        {transcribeText.replaceAll}
      </Button>
    </search>
  );
}
