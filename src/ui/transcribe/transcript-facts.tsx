import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { describeState } from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { uncertainIn } from '#ui/transcribe/session/word-times.ts';
import styles from './transcript.module.css';

interface TranscriptFactsProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  uncertainBelow: number;
  onPlace: (segment: StoredSegment, at: number, length: number) => void;
}

/** A finished transcript in a line: its state, its length, and how many words are uncertain, which leads to them one by one. */
export function TranscriptFacts(props: TranscriptFactsProps) {
  const { recording, segments, uncertainBelow, onPlace } = props;
  const words = useMemo(
    () => segments.flatMap((segment) => uncertainIn(segment, uncertainBelow)),
    [segments, uncertainBelow],
  );
  const { speakers } = useSession(TranscriptionSession);
  const isFinding = useStore(speakers.state, ({ finding }) => finding?.id === recording.id);
  const at = useRef(-1);
  const next = () => {
    at.current = (at.current + 1) % words.length;
    const word = words[at.current];
    if (word) onPlace(word.segment, word.from, word.to - word.from);
  };
  return (
    <div className={styles['facts']}>
      <span role="status">
        {isFinding ? transcribeText.findingSpeakers : describeState(recording, null, 0)}
      </span>
      {recording.seconds > 0 && <span data-figures>{shortClock(recording.seconds)}</span>}
      {words.length > 0 && (
        <Button
          kind="quiet"
          size="small"
          className={styles['uncertain']}
          title={transcribeText.nextUncertain}
          onClick={next}
        >
          {transcribeText.uncertain(words.length)}
        </Button>
      )}
    </div>
  );
}
