import { Plus } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { foldCase } from '#base/words.ts';
import type { Speaker, StoredOverlap, StoredSegment } from '#storage/transcript-records.ts';
import { preciseClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { isTooLongToEdit } from '#ui/kit/text-input.ts';
import { language } from '#ui/messages/catalogue.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { findIn } from '#ui/transcribe/session/edit-segments.ts';
import { uncertainIn } from '#ui/transcribe/session/word-times.ts';
import { highlight } from './highlights.ts';
import styles from './segments.module.css';
import { SelectableRow } from './selectable-row.tsx';

interface SegmentRowProps {
  segment: StoredSegment;
  /** Null in a transcript without speakers. */
  speakers: readonly Speaker[] | null;
  /** Whether the one before is by the same speaker. */
  goesOn: boolean;
  /** Text to mark; empty for none. */
  found: string;
  /** Whether it is selected; null while none are being selected. */
  isSelected: boolean | null;
  /** Words of a lower probability are marked. */
  uncertainBelow: number;
  /** Whether it is near the viewport: marks elsewhere would slow every change of the page. */
  isNear: boolean;
}

/** Characters of a segment that is too long to be edited that are drawn at first. */
const SHOWN = 5_000;
/** Maximum of highlights in one segment: a search for a single character finds thousands. */
const MAX_FOUND = 500;
/** Colours that distinguish speakers, in addition to their names. */
export const SPEAKER_COLORS = 6;

/** The editable text of a segment: without the space that joins it to the previous one. */
const shownText = (text: string) => text.trimStart();
export const leadOf = (text: string) => text.length - shownText(text).length;

/** A segment: its time seeks, its text is edited in place. The list around it handles all events. */
export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { segment, speakers, goesOn, found, isSelected, isNear, uncertainBelow } = props;
  const at = preciseClock(segment.start);
  const index = speakers?.findIndex(({ id }) => id === segment.speaker) ?? -1;
  const speaker = speakers?.[index];
  const color = index < 0 ? undefined : index % SPEAKER_COLORS;
  const together = speaker ? othersIn(segment, speakers ?? []) : [];
  const isHidden = !speaker || (goesOn && together.length === 0);
  if (isSelected !== null) return <SelectableRow {...{ segment, speaker, color, isSelected }} />;
  return (
    <li id={segment.id} className={styles['segment']} data-segment={segment.id}>
      <Button
        kind="plain"
        className={styles['time']}
        data-seek={segment.start}
        aria-label={transcribeText.playFrom(at)}
      >
        {at}
      </Button>
      {speakers && (
        <div className={`${styles['who']} ${isHidden ? styles['goesOn'] : ''}`}>
          <Button
            kind="plain"
            className={`${styles['speaker']} ${speaker ? '' : styles['unnamed']}`}
            data-speaker
            data-color={color}
            aria-label={transcribeText.speakerAt(at, speaker?.name ?? transcribeText.noSpeaker)}
            aria-haspopup="menu"
            dir="auto"
          >
            {speaker ? speaker.name : <Plus size={16} aria-hidden />}
          </Button>
          {together.map((other) => (
            <TogetherMark key={other.name} speaker={speaker} {...other} />
          ))}
        </div>
      )}
      {isTooLongToEdit(segment.text) ? (
        <div className={styles['said']} data-said dir="auto">
          <LongText text={segment.text.trim()} shown={SHOWN} />
        </div>
      ) : (
        <SegmentText
          segment={segment}
          label={transcribeText.segmentText(at)}
          found={found}
          isNear={isNear}
          uncertainBelow={uncertainBelow}
        />
      )}
    </li>
  );
});

interface Other {
  name: string;
  overlaps: readonly StoredOverlap[];
}

/** Who else speaks in a segment, and when. */
function othersIn(
  { speaker, overlaps = [] }: StoredSegment,
  speakers: readonly Speaker[],
): Other[] {
  return speakers.flatMap(({ id, name }) => {
    const own = overlaps.filter((one) => one.speaker === id);
    return id === speaker || own.length === 0 ? [] : [{ name, overlaps: own }];
  });
}

/** Somebody else who speaks at the same time; a press plays it. */
function TogetherMark({ speaker, name, overlaps }: Other & { speaker: Speaker | undefined }) {
  const places = overlaps.map(({ start, end }) => `${preciseClock(start)}–${preciseClock(end)}`);
  const list = (type: 'conjunction' | 'unit', all: readonly string[]) =>
    new Intl.ListFormat(language(), { type }).format(all);
  const names = list('conjunction', [speaker?.name ?? '', name]);
  const label = transcribeText.together(names, list('unit', places));
  return (
    <Button
      kind="plain"
      className={styles['together']}
      data-seek={overlaps[0]?.start}
      title={label}
      aria-label={label}
      dir="auto"
    >
      {transcribeText.andSpeaker(name)}
    </Button>
  );
}

interface SegmentTextProps {
  segment: StoredSegment;
  label: string;
  found: string;
  isNear: boolean;
  uncertainBelow: number;
}

/** React does not own the text: the browser edits it, and unchanged text is not rewritten. */
function SegmentText(props: SegmentTextProps) {
  const { segment, label, found, isNear, uncertainBelow } = props;
  const ref = useRef<HTMLDivElement>(null);
  const { text } = segment;
  useLayoutEffect(() => {
    if (ref.current && ref.current.textContent !== shownText(text)) {
      ref.current.textContent = shownText(text);
    }
  }, [text]);
  useLayoutEffect(() => {
    if (!ref.current || !isNear) return;
    const words = uncertainIn(segment, uncertainBelow);
    return highlight('uncertain', ref.current, words.map(moved(-leadOf(text))));
  }, [segment, text, isNear, uncertainBelow]);
  useLayoutEffect(() => {
    if (!ref.current || found === '' || !isNear) return;
    const wanted = foldCase(found);
    const spans = findIn(shownText(text), wanted).slice(0, MAX_FOUND);
    const marks = spans.map((from) => ({ from, to: from + wanted.length }));
    return highlight('found', ref.current, marks);
  }, [text, found, isNear]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a text field cannot be part of a text
    <div
      ref={ref}
      className={styles['said']}
      data-said
      role="textbox"
      aria-multiline
      aria-label={label}
      tabIndex={0}
      dir="auto"
      spellCheck
    />
  );
}

const moved =
  (by: number) =>
  ({ from, to }: { from: number; to: number }) => ({ from: from + by, to: to + by });
