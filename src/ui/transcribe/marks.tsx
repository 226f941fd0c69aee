import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RecordingMark } from '#storage/transcript-records.ts';
import { preciseClock } from '#transcript-formats/clock.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import styles from './marks.module.css';

interface MarksProps {
  marks: readonly RecordingMark[] | undefined;
  /** A note of a mark; null to remove the mark. */
  onNote: (id: string, text: string | null) => void;
  /** Plays from a second; absent while there is nothing to play. */
  onSeek?: (second: number) => void;
}

const NONE: readonly RecordingMark[] = [];

/** Moments of a recording with their notes. The note of a new one can be typed immediately. */
export function Marks({ marks = NONE, onNote, onSeek }: MarksProps) {
  const box = useRef<HTMLUListElement>(null);
  const known = useRef(new Set(marks.map(({ id }) => id)));
  useEffect(() => {
    const fresh = marks.find(({ id }) => !known.current.has(id));
    known.current = new Set(marks.map(({ id }) => id));
    if (!fresh) return;
    box.current?.querySelector<HTMLElement>(`[data-mark="${fresh.id}"] input`)?.focus();
  }, [marks]);
  /** The button goes with its press: the next one is at hand. */
  const remove = (id: string) => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])];
    const at = rows.findIndex((row) => row.dataset['mark'] === id);
    (rows[at + 1] ?? rows[at - 1])?.querySelector('input')?.focus();
    onNote(id, null);
  };
  if (marks.length === 0) return null;
  return (
    <ul ref={box} className={styles['marks']} aria-label={transcribeText.marks}>
      {marks.map(({ id, second, text }) => {
        const at = preciseClock(second);
        return (
          <li key={id} className={styles['mark']} data-mark={id}>
            {onSeek ? (
              <Button
                kind="plain"
                className={styles['time']}
                aria-label={transcribeText.playFrom(at)}
                onClick={() => onSeek(second)}
              >
                {at}
              </Button>
            ) : (
              <span className={styles['time']}>{at}</span>
            )}
            <Field
              label={transcribeText.markAt(at)}
              isLabelHidden
              dir="auto"
              placeholder={transcribeText.markNote}
              defaultValue={text}
              onBlur={({ target }) => {
                if (target.value.trim() !== text) onNote(id, target.value);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !inComposition(event.nativeEvent)) {
                  event.currentTarget.blur();
                }
              }}
            />
            <IconButton icon={X} label={transcribeText.removeMark(at)} onClick={() => remove(id)} />
          </li>
        );
      })}
    </ul>
  );
}
