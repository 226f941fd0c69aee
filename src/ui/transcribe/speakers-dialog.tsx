import { Play, Users } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { formatPercent } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { SPEAKER_COLORS } from '#ui/transcribe/segments/segment-row.tsx';
import segmentStyles from '#ui/transcribe/segments/segments.module.css';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import { hasSound } from '#ui/transcribe/session/progress.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { KnownVoicesNote, KnowVoice } from './known-voices.tsx';
import { AUTOMATIC, SpeakerCountField } from './speaker-count-field.tsx';
import styles from './transcript.module.css';

interface SpeakersDialogProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  playback: Playback;
  /** Segments that a new speaker gets; null for none. */
  ids: ReadonlySet<string> | null;
  onClose: () => void;
}

/** Finds, adds, renames, merges and removes the speakers of a transcript. */
export function SpeakersDialog(props: SpeakersDialogProps) {
  const { recording, segments, speakers, transcript, playback, ids, onClose } = props;
  const [name, setName] = useState('');
  const isTaken = speakers.some((s) => s.name === name.trim());
  const seconds = secondsBySpeaker(segments);
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);

  function add(event: FormEvent) {
    event.preventDefault();
    const id = crypto.randomUUID();
    const named = [...speakers, { id, name: name.trim() }];
    transcript.setSpeakers(named, id, (segment) => ids?.has(segment.id) ?? false);
    setName('');
    if (ids) onClose();
  }

  return (
    <Dialog title={transcribeText.speakers} kind="growing" onClose={onClose}>
      <div className={styles['export']}>
        {recording.state === 'done' && hasSound(recording) && !ids && (
          <FindSpeakers recording={recording} />
        )}
        <form className={controls['row']} onSubmit={add}>
          <Field
            label={transcribeText.newSpeaker}
            isLabelHidden
            dir="auto"
            placeholder={transcribeText.name}
            value={name}
            data-first-focus={ids ? true : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <Button kind="primary" type="submit" disabled={name.trim() === '' || isTaken}>
            {transcribeText.add}
          </Button>
        </form>
        {speakers.map((speaker, i) => {
          const own = seconds.get(speaker.id) ?? 0;
          return (
            <SpeakerFields
              key={speaker.id}
              {...{ recording, segments, speaker, speakers, transcript }}
              hasUnnamed={segments.some((segment) => segment.speaker === null)}
              color={i % SPEAKER_COLORS}
              share={transcribeText.speakingTime(shortClock(own), formatPercent(own / (all || 1)))}
              onPlay={own > 0 ? () => playVoice(playback, segments, speaker.id) : null}
            />
          );
        })}
        <p className={controls['secondary']}>{transcribeText.speakersHint}</p>
        <KnownVoicesNote />
      </div>
    </Dialog>
  );
}

/** Finds the speakers by their voices, again for each number of them. */
function FindSpeakers({ recording }: { recording: Recording }) {
  const session = useSession(TranscriptionSession);
  const { id, name, speakerCount, seconds } = recording;
  const [count, setCount] = useState(speakerCount ?? AUTOMATIC);
  const finding = useStore(session.speakers.state, (state) => state.finding);
  if (finding?.id === id) {
    return (
      <div className={`${controls['row']} ${styles['findRow']}`}>
        <Progress
          label={transcribeText.findingSpeakers}
          value={seconds > 0 ? Math.min(1, finding.seconds / seconds) : 0}
        />
        <Button size="small" onClick={() => session.speakers.stop(id)}>
          {transcribeText.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className={`${controls['row']} ${styles['findRow']}`}>
      <SpeakerCountField value={count} onChange={(next) => setCount(next ?? AUTOMATIC)} isInline />
      <Button
        icon={Users}
        onClick={() => {
          reportFailure(transcribeText.actionFailed(name), session.speakers.find(id, count));
        }}
      >
        {transcribeText.findSpeakers}
      </Button>
    </div>
  );
}

interface SpeakerFieldsProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  speaker: Speaker;
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  /** Whether there are segments without a speaker. */
  hasUnnamed: boolean;
  color: number;
  share: string;
  /** Plays some of what this person says; null where there is nothing. */
  onPlay: (() => void) | null;
}

function SpeakerFields(props: SpeakerFieldsProps) {
  const { recording, segments, speaker, speakers, transcript } = props;
  const { hasUnnamed, color, share, onPlay } = props;
  const { id, name } = speaker;

  function rename(to: string) {
    const plain = to.trim();
    if (plain === '' || plain === name) return;
    const other = speakers.find((s) => s.id !== id && s.name === plain);
    if (other) transcript.replaceSpeaker(id, other.id);
    else transcript.setSpeakers(speakers.map((s) => (s.id === id ? { id, name: plain } : s)));
  }

  return (
    <div className={styles['person']}>
      <span className={segmentStyles['speaker']} data-color={color} aria-hidden />
      <Field
        label={transcribeText.speakerName(name)}
        isLabelHidden
        dir="auto"
        defaultValue={name}
        onBlur={(event) => rename(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !inComposition(event.nativeEvent))
            event.currentTarget.blur();
        }}
      />
      <IconButton
        icon={Play}
        label={transcribeText.playVoice(name)}
        disabled={!onPlay}
        onClick={() => onPlay?.()}
      />
      {hasSound(recording) && <KnowVoice {...{ recording, segments, speaker }} />}
      <span className={controls['secondary']}>{share}</span>
      {hasUnnamed && (
        <Button size="small" onClick={() => transcript.assign(id, (s) => s.speaker === null)}>
          {transcribeText.assignUnnamed(name)}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        aria-label={transcribeText.removeSpeaker(name)}
        onClick={() => transcript.replaceSpeaker(id, null)}
      >
        {transcribeText.remove}
      </Button>
    </div>
  );
}

function secondsBySpeaker(segments: readonly StoredSegment[]): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const { speaker, start, end } of segments) {
    if (speaker !== null) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start);
  }
  return seconds;
}

/** Seconds of a voice that are enough to know it. */
const SAMPLE_SECONDS = 10;

/** Plays the beginning of the longest passage of a speaker. */
function playVoice(playback: Playback, segments: readonly StoredSegment[], id: string): void {
  const [longest] = segments
    .filter(({ speaker }) => speaker === id)
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  if (!longest) return;
  playback.playUntil(longest.start, Math.min(longest.end, longest.start + SAMPLE_SECONDS));
}
