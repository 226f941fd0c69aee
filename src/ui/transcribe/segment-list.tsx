import { memo, useEffect, useRef, useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import {
  mergeSegments,
  type SegmentChange,
  splitSegment,
} from '#ui/transcribe/session/edit-segments.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { NoWords } from './numbers-only.tsx';
import { SegmentRow } from './segment-row.tsx';
import styles from './transcript.module.css';

interface SegmentListProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  currentId: string | null;
  isPlaying: boolean;
  /** Text to highlight; empty for none. */
  found: string;
  onSeek: (seconds: number) => void;
}

const Row = memo(SegmentRow);

/**
 * Renders all segments at once, so that the browser's own search finds text in them; only those near
 * the viewport are laid out (`content-visibility`).
 */
export function SegmentList(props: SegmentListProps) {
  const { recording, segments, currentId, isPlaying, found, onSeek } = props;
  const transcripts = useSession(TranscriptionSession).transcripts;
  const list = useRef<HTMLOListElement>(null);
  const [editing, setEditing] = useState<string | null>(null);
  // The callbacks stay the same, so that a row renders again only when its own segment changes.
  const latest = useRef({ segments, onSeek });
  latest.current = { segments, onSeek };
  const [actions] = useState(() => {
    const apply = (change: SegmentChange) =>
      tryOrSay(transcribeText.notSaved, transcripts.replaceSegments(change.remove, change.put));
    return {
      seek: (seconds: number) => latest.current.onSeek(seconds),
      edit: setEditing,
      save: (segment: StoredSegment, text: string) => {
        setEditing(null);
        if (text !== segment.text) apply({ remove: [], put: [{ ...segment, text }] });
      },
      split: (segment: StoredSegment, text: string, at: number) => {
        setEditing(null);
        apply(splitSegment({ ...segment, text }, at, `${segment.id}:${crypto.randomUUID()}`));
      },
      merge: (segment: StoredSegment) => {
        const { segments: all } = latest.current;
        const next = all[all.findIndex((s) => s.id === segment.id) + 1];
        if (next) apply(mergeSegments(segment, next));
      },
      speak: (segment: StoredSegment, speaker: string | null) =>
        apply({ remove: [], put: [{ ...segment, speaker }] }),
    };
  });

  useEffect(() => {
    if (!isPlaying || !currentId || editing) return;
    const row = list.current?.querySelector(`[data-segment="${CSS.escape(currentId)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [currentId, isPlaying, editing]);

  if (segments.length === 0) {
    const waits = recording.state === 'running' || recording.state === 'waiting';
    return (
      <p className={styles['empty']}>
        {waits ? transcribeText.wordsAppear : <NoWords recording={recording} />}
      </p>
    );
  }
  return (
    <ol
      ref={list}
      className={styles['segments']}
      aria-label={transcribeText.transcript}
      data-testid="segments"
    >
      {segments.map((segment, i) => (
        <Row
          key={segment.id}
          segment={segment}
          speakers={recording.speakers}
          isCurrent={segment.id === currentId}
          isEditing={segment.id === editing}
          isLast={i === segments.length - 1}
          found={found}
          actions={actions}
        />
      ))}
    </ol>
  );
}
