import { type FormEvent, useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';

interface SpeakersDialogProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  onClose: () => void;
}

/** Adds, renames, merges and removes the speakers of a transcript. */
export function SpeakersDialog({ recording, segments, onClose }: SpeakersDialogProps) {
  const transcripts = useSession(TranscriptionSession).transcripts;
  const [name, setName] = useState('');
  const { id, speakers } = recording;
  const act = (work: Promise<void>) => tryOrSay(transcribeText.speakersNotSaved, work);
  const isTaken = speakers.some((s) => s.name === name.trim());

  function add(event: FormEvent) {
    event.preventDefault();
    const added = { id: crypto.randomUUID(), name: name.trim() };
    act(transcripts.update(id, { speakers: [...speakers, added] }));
    setName('');
  }

  async function rename(speakerId: string, to: string) {
    const plain = to.trim();
    if (plain === '') return;
    const other = speakers.find((s) => s.name === plain && s.id !== speakerId);
    if (!other) {
      const renamed = speakers.map((s) => (s.id === speakerId ? { ...s, name: plain } : s));
      await transcripts.update(id, { speakers: renamed });
      return;
    }
    await reassign(speakerId, other.id);
    await transcripts.update(id, { speakers: speakers.filter((s) => s.id !== speakerId) });
  }

  async function reassign(from: string, to: string | null) {
    const mine = segments.filter((s) => s.speaker === from);
    await transcripts.replaceSegments(
      [],
      mine.map((s) => ({ ...s, speaker: to })),
    );
  }

  async function remove(speakerId: string) {
    await reassign(speakerId, null);
    await transcripts.update(id, { speakers: speakers.filter((s) => s.id !== speakerId) });
  }

  async function assignUnnamed(speakerId: string) {
    const unnamed = segments.filter((s) => s.speaker === null);
    await transcripts.replaceSegments(
      [],
      unnamed.map((s) => ({ ...s, speaker: speakerId })),
    );
  }

  return (
    <Dialog title={transcribeText.speakers} onClose={onClose}>
      <div className={styles['export']}>
        <p className={controls['secondary']}>{transcribeText.speakersHint}</p>
        {speakers.map((speaker) => (
          <div key={speaker.id} className={controls['row']}>
            <Field
              className={styles['name']}
              label={transcribeText.speakerName(speaker.name)}
              isLabelHidden
              defaultValue={speaker.name}
              onBlur={(event) => act(rename(speaker.id, event.target.value))}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.blur();
              }}
            />
            <Button size="small" onClick={() => act(assignUnnamed(speaker.id))}>
              {transcribeText.assignUnnamed}
            </Button>
            <Button
              kind="quiet"
              size="small"
              aria-label={transcribeText.removeSpeaker(speaker.name)}
              onClick={() => act(remove(speaker.id))}
            >
              {transcribeText.remove}
            </Button>
          </div>
        ))}
        <form className={controls['row']} onSubmit={add}>
          <Field
            className={styles['name']}
            label={transcribeText.newSpeaker}
            isLabelHidden
            placeholder={transcribeText.name}
            value={name}
            data-first-focus
            onChange={(event) => setName(event.target.value)}
          />
          <Button kind="primary" type="submit" disabled={name.trim() === '' || isTaken}>
            {transcribeText.add}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
