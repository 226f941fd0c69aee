import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { preciseClock } from '#transcript-formats/clock.ts';
import { CheckBox } from '#ui/kit/field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import styles from './segments.module.css';
import selection from './selection.module.css';

interface SelectableRowProps {
  segment: StoredSegment;
  speaker: Speaker | undefined;
  color: number | undefined;
  isSelected: boolean;
}

/** A segment while several are selected: all of it is the label of a box. The list around it handles the presses. */
export function SelectableRow({ segment, speaker, color, isSelected }: SelectableRowProps) {
  return (
    <li id={segment.id} className={selection['row']} data-segment={segment.id}>
      <CheckBox
        checked={isSelected}
        readOnly
        label={
          <>
            <span className={styles['time']}>{preciseClock(segment.start)}</span>
            <span className={styles['speaker']} data-color={color} dir="auto">
              {speaker?.name ?? transcribeText.noSpeaker}
            </span>
            <span className={styles['said']} dir="auto">
              {segment.text.trim().slice(0, MAX_SHOWN)}
            </span>
          </>
        }
      />
    </li>
  );
}

/** Characters of a segment that are enough to choose it. */
const MAX_SHOWN = 500;
