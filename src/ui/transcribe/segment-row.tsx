import { Merge, Pencil, Scissors } from 'lucide-react';
import { useRef } from 'react';
import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { isTooLongToEdit } from '#ui/kit/is-too-long-to-edit.ts';
import { LongText } from '#ui/kit/long-text.tsx';
import { Select } from '#ui/kit/select.tsx';
import { kitText } from '#ui/messages/kit.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { Marked } from './marked.tsx';
import styles from './transcript.module.css';

interface SegmentActions {
  seek: (seconds: number) => void;
  edit: (id: string | null) => void;
  save: (segment: StoredSegment, text: string) => void;
  split: (segment: StoredSegment, text: string, at: number) => void;
  merge: (segment: StoredSegment) => void;
  speak: (segment: StoredSegment, speaker: string | null) => void;
}

interface SegmentRowProps {
  segment: StoredSegment;
  speakers: readonly Speaker[];
  isCurrent: boolean;
  isEditing: boolean;
  isLast: boolean;
  found: string;
  actions: SegmentActions;
}

/** Characters of one segment that are drawn at first: all segments are drawn at once. */
const SHOWN = 5_000;

/** A segment: its time seeks, its text can be edited. */
export function SegmentRow(props: SegmentRowProps) {
  const { segment, speakers, isCurrent, isEditing, isLast, found, actions } = props;
  const at = shortClock(segment.start);
  const isEditable = !isTooLongToEdit(segment.text);
  return (
    <li
      className={`${styles['segment']} ${isCurrent ? styles['current'] : ''}`}
      data-segment={segment.id}
      aria-current={isCurrent || undefined}
    >
      <Button
        kind="quiet"
        size="small"
        className={styles['time']}
        aria-label={transcribeText.playFrom(at)}
        onClick={() => actions.seek(segment.start)}
      >
        {at}
      </Button>
      <div className={styles['words']}>
        {speakers.length > 0 && (
          <Select
            className={styles['speaker']}
            label={transcribeText.speakerAt(at)}
            isLabelHidden
            options={[{ id: '', name: transcribeText.noSpeaker }, ...speakers]}
            value={segment.speaker ?? ''}
            onChange={(id) => actions.speak(segment, id || null)}
          />
        )}
        {isEditing ? (
          <SegmentEditor segment={segment} actions={actions} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the button below.
          <div
            className={styles['said']}
            data-said
            onDoubleClick={() => isEditable && actions.edit(segment.id)}
          >
            <LongText
              text={segment.text.trim()}
              shown={SHOWN}
              draw={(text) => <Marked text={text} found={found} />}
            />
          </div>
        )}
      </div>
      <div className={styles['edit']}>
        <IconButton
          icon={Pencil}
          label={transcribeText.editAt(at)}
          size="small"
          iconSize={14}
          title={isEditable ? transcribeText.edit : kitText.tooLongToEdit}
          disabled={!isEditable}
          onClick={() => actions.edit(segment.id)}
        />
        <IconButton
          icon={Merge}
          label={transcribeText.mergeAt(at)}
          size="small"
          iconSize={14}
          title={transcribeText.merge}
          disabled={isLast}
          onClick={() => actions.merge(segment)}
        />
      </div>
    </li>
  );
}

function SegmentEditor({ segment, actions }: { segment: StoredSegment; actions: SegmentActions }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = segment.text.trim();
  const save = () => actions.save(segment, ` ${field.current?.value.trim() ?? ''}`);
  // The field omits the space that every segment starts with.
  const split = () =>
    actions.split(
      segment,
      ` ${field.current?.value ?? ''}`,
      1 + (field.current?.selectionStart ?? 0),
    );
  return (
    <div className={styles['editor']}>
      <TextArea
        ref={field}
        label={transcribeText.segmentText}
        isLabelHidden
        defaultValue={text}
        rows={Math.max(1, Math.ceil(text.length / 70))}
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') actions.edit(null);
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey) split();
          else save();
        }}
      />
      <div className={controls['row']}>
        <Button kind="primary" size="small" onClick={save}>
          {transcribeText.save}
        </Button>
        <Button size="small" title={transcribeText.splitKeys} onClick={split}>
          <Scissors size={14} aria-hidden /> {transcribeText.split}
        </Button>
        <Button kind="quiet" size="small" onClick={() => actions.edit(null)}>
          {transcribeText.cancel}
        </Button>
      </div>
    </div>
  );
}
