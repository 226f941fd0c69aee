import { type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Recording, Speaker } from '#storage/transcript-records.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { createChunker } from '#ui/transcribe/session/chunk-segments.ts';
import type { DocumentState } from '#ui/transcribe/session/document-state.ts';
import { placeNotes } from '#ui/transcribe/session/place-notes.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { LeftOutRow, SegmentChunk } from './segment-chunk.tsx';
import styles from './segments.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { SpeakerMenu } from './speaker-menu.tsx';
import { useDrawnChunks } from './use-drawn-chunks.ts';
import { useEditing } from './use-editing.ts';
import { useFollow } from './use-follow.ts';
import { useSelection } from './use-selection.ts';
import { useSpeakerKeys } from './use-speaker-keys.ts';

interface SegmentListProps {
  recording: Recording;
  segments: NonNullable<DocumentState['segments']>;
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  playback: Playback;
  /** Text to mark; empty for none. */
  found: string;
  /** Words of a lower probability are marked. */
  uncertainBelow: number;
  /** Receives a function that draws a segment that is not drawn yet. */
  reveal: RefObject<(id: string) => void>;
  /** Adds a speaker of these segments. */
  onNewSpeaker: (ids: ReadonlySet<string>) => void;
}

/** The transcript as a text that is read, played and edited in place. */
export function SegmentList(props: SegmentListProps) {
  const { recording, segments } = props;
  const { state, leftOut } = recording;
  const waits = state === 'running' || state === 'waiting';
  return (
    <>
      {segments.length === 0 && state !== 'failed' && (
        <p className={styles['empty']}>
          {waits ? transcribeText.wordsAppear : transcribeText.noSpeech}
        </p>
      )}
      {(segments.length > 0 || leftOut.length > 0) && <Segments {...props} />}
    </>
  );
}

function Segments(props: SegmentListProps) {
  const { recording, segments, speakers, transcript, playback, found, onNewSpeaker } = props;
  const list = useRef<HTMLOListElement>(null);
  const [chunker] = useState(createChunker);
  const chunks = useMemo(() => chunker(segments), [chunker, segments]);
  const { isDrawn, isNear, reveal } = useDrawnChunks(list, chunks);
  const [asked, setAsked] = useState<{ ids: ReadonlySet<string>; anchor: HTMLElement } | null>(
    null,
  );
  const named = speakers.length > 0 ? speakers : null;
  const search = useSession(TranscriptionSession).speakers.state;
  const isSearched = useStore(search, ({ finding }) => finding?.id === recording.id);
  // Their column is there before they are found: the text would move.
  const hasColumn = named || recording.speakerCount || isSearched;
  const selection = useSelection(segments, named !== null);
  const { leftOut } = recording;
  const notes = useMemo(() => placeNotes(leftOut, segments), [leftOut, segments]);
  const play = (seconds: number) => {
    playback.seek(seconds);
    if (!playback.state.getState().isPlaying) playback.toggle();
  };
  props.reveal.current = reveal;
  useEditing({ list, transcript, onPlay: play, onReveal: reveal });
  useFollow({ playback, segments, onReveal: reveal });
  useSpeakerKeys(props);

  function press(event: MouseEvent) {
    if (selection.ids) return selection.press(event);
    const button = (event.target as Element).closest<HTMLElement>('[data-seek], [data-speaker]');
    if (!button) return;
    const { seek } = button.dataset;
    if (seek !== undefined) return playback.seek(Number(seek));
    const id = button.closest<HTMLElement>('[data-segment]')?.dataset['segment'];
    if (id && event.shiftKey) selection.begin(new Set([id]));
    else if (id) setAsked({ ids: new Set([id]), anchor: button });
  }

  return (
    <>
      {selection.ids && (
        <SelectionBar
          count={selection.ids.size}
          onToEnd={selection.toEnd}
          onAssign={({ currentTarget }) =>
            selection.ids && setAsked({ ids: selection.ids, anchor: currentTarget })
          }
          onEnd={selection.end}
        />
      )}
      <ol
        ref={list}
        className={`${styles['segments']} ${hasColumn ? styles['named'] : ''}`}
        aria-label={transcribeText.transcript}
        data-testid="segments"
        onClick={press}
        onKeyDown={selection.ids ? selection.move : undefined}
      >
        {chunks.map((chunk, i) => (
          <SegmentChunk
            key={chunk[0]?.id}
            chunk={chunk}
            speakers={named}
            before={chunks[i - 1]?.at(-1)?.speaker}
            leftOut={notes.byNext}
            found={found}
            uncertainBelow={props.uncertainBelow}
            selected={selection.ids}
            isDrawn={isDrawn(chunk, i)}
            isNear={isNear(chunk)}
          />
        ))}
        {notes.last.map((note) => (
          <LeftOutRow key={note.start} note={note} />
        ))}
      </ol>
      {asked && (
        <SpeakerMenu
          {...asked}
          speakers={speakers}
          transcript={transcript}
          onNewSpeaker={onNewSpeaker}
          onSelect={selection.ids ? undefined : () => selection.begin(asked.ids)}
          onDone={selection.end}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
