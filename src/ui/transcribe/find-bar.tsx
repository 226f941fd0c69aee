import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { showToast } from '#ui/state/toasts.ts';
import { findSegments } from '#ui/transcribe/session/edit-segments.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { useTermOffer } from './learn-term.tsx';
import styles from './transcript.module.css';

interface FindBarProps {
  segments: readonly StoredSegment[];
  transcript: TranscriptDocument;
  text: string;
  onText: (text: string) => void;
  /** Brings a place of the text into view. `at`: characters. */
  onPlace: (segment: StoredSegment, at: number, length: number) => void;
  onClose: () => void;
}

/** Finds text in the transcript and replaces it. */
export function FindBar(props: FindBarProps) {
  const { segments, transcript, text, onText, onPlace, onClose } = props;
  const [by, setBy] = useState('');
  const [at, setAt] = useState(-1);
  const { offer, button } = useTermOffer();
  const searched = useDeferredValue(segments);
  const places = useMemo(() => findSegments(searched, text), [searched, text]);

  function step(by: 1 | -1) {
    if (places.length === 0) return;
    const next = (Math.max(at, by === 1 ? -1 : 0) + by + places.length) % places.length;
    setAt(next);
    const place = places[next];
    if (place) onPlace(place.segment, place.at, text.length);
  }

  function replaceAll() {
    const count = places.length;
    transcript.replaceAll(text, by);
    showToast({
      text: transcribeText.replaced(count),
      action: { label: transcribeText.undo, run: () => void transcript.undo() },
    });
    offer(by).catch(reportError);
  }

  const isNone = places.length === 0;
  return (
    <search className={styles['find']}>
      <Field
        label={transcribeText.find}
        isLabelHidden
        placeholder={transcribeText.find}
        dir="auto"
        value={text}
        autoFocus
        onChange={(event) => {
          onText(event.target.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (inComposition(event.nativeEvent)) return;
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') onClose();
        }}
      />
      <span className={`${controls['secondary']} ${styles['count']}`} role="status">
        {text !== '' && countText(at, places.length)}
      </span>
      <IconButton
        icon={ChevronUp}
        label={transcribeText.previous}
        disabled={isNone}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={transcribeText.next}
        disabled={isNone}
        onClick={() => step(1)}
      />
      <Field
        label={transcribeText.replaceWith}
        isLabelHidden
        placeholder={transcribeText.replaceWith}
        dir="auto"
        value={by}
        onChange={(event) => setBy(event.target.value)}
      />
      <Button disabled={isNone} onClick={replaceAll}>
        {transcribeText.replaceAll}
      </Button>
      <IconButton icon={X} label={transcribeText.closeFind} onClick={onClose} />
      {button}
    </search>
  );
}

/** Which of the places is shown, or how many there are. */
function countText(at: number, count: number): string {
  return at < 0 ? transcribeText.found(count) : transcribeText.position(`${at + 1}`, `${count}`);
}
