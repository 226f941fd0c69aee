import { memo } from 'react';
import type { LeftOutNote, Speaker } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { Chunk } from '#ui/transcribe/session/chunk-segments.ts';
import { SegmentRow } from './segment-row.tsx';
import styles from './segments.module.css';

interface SegmentChunkProps {
  chunk: Chunk;
  speakers: readonly Speaker[] | null;
  /** Who speaks before the first segment. */
  before: string | null | undefined;
  /** Omitted windows by the segment that follows; the same object while nothing changes. */
  leftOut: ReadonlyMap<string, readonly LeftOutNote[]>;
  found: string;
  uncertainBelow: number;
  /** Segments that are selected; null while none are being selected. */
  selected: ReadonlySet<string> | null;
  /** Whether its segments are drawn; before that it has their height about. */
  isDrawn: boolean;
  isNear: boolean;
}

/** Height of a segment about, CSS pixels. */
const ROW = 44;

/** A part of the transcript. */
export const SegmentChunk = memo(function SegmentChunk(props: SegmentChunkProps) {
  const { chunk, speakers, before, leftOut, found, selected, isDrawn, isNear } = props;
  const first = chunk[0]?.id;
  const height = `auto ${chunk.length * ROW}px`;
  if (!isDrawn) return <li aria-hidden data-chunk={first} style={{ height: chunk.length * ROW }} />;
  return (
    <li
      className={styles['chunk']}
      data-chunk={first}
      style={{ containIntrinsicBlockSize: height }}
    >
      <ol className={styles['part']}>
        {chunk.flatMap((segment, i) => [
          ...(leftOut.get(segment.id) ?? []).map((note) => (
            <LeftOutRow key={`left-out:${note.start}`} note={note} />
          )),
          <SegmentRow
            key={segment.id}
            segment={segment}
            speakers={speakers}
            goesOn={(i === 0 ? before : chunk[i - 1]?.speaker) === segment.speaker}
            found={found}
            uncertainBelow={props.uncertainBelow}
            isSelected={selected?.has(segment.id) ?? null}
            isNear={isNear}
          />,
        ])}
      </ol>
    </li>
  );
});

const REASONS = {
  'no-speech': 'skippedNoSpeech',
  repeated: 'skippedRepeated',
  implausible: 'skippedImplausible',
  unreadable: 'skippedUnreadable',
} as const satisfies Record<LeftOutNote['why'], keyof typeof transcribeText>;

/** A part of the recording without text, and the reason. */
export function LeftOutRow({ note: { start, end, why } }: { note: LeftOutNote }) {
  const at = shortClock(start);
  return (
    <li className={styles['leftOut']}>
      <Button
        kind="plain"
        className={styles['time']}
        data-seek={start}
        aria-label={transcribeText.playFrom(at)}
      >
        {at}
      </Button>
      <span>{transcribeText[REASONS[why]](at, shortClock(end))}</span>
    </li>
  );
}
