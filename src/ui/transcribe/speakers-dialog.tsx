import { type FormEvent, useState } from 'react';
import type { Speaker } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import styles from './transcript.module.css';

interface SpeakersDialogProps {
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  /** Segments that a new speaker gets; null for none. */
  ids: ReadonlySet<string> | null;
  onClose: () => void;
}

/** Adds, renames, merges and removes the speakers of a transcript. */
export function SpeakersDialog({ speakers, transcript, ids, onClose }: SpeakersDialogProps) {
  const [name, setName] = useState('');
  const isTaken = speakers.some((s) => s.name === name.trim());
  const without = (id: string) => speakers.filter((s) => s.id !== id);

  function add(event: FormEvent) {
    event.preventDefault();
    const id = crypto.randomUUID();
    const named = [...speakers, { id, name: name.trim() }];
    transcript.setSpeakers(named, id, (segment) => ids?.has(segment.id) ?? false);
    setName('');
    if (ids) onClose();
  }

  function rename({ id, name: before }: Speaker, to: string) {
    const plain = to.trim();
    if (plain === '' || plain === before) return;
    const other = speakers.find((s) => s.name === plain && s.id !== id);
    if (other) transcript.setSpeakers(without(id), other.id, (s) => s.speaker === id);
    else transcript.setSpeakers(speakers.map((s) => (s.id === id ? { id, name: plain } : s)));
  }

  return (
    <Dialog title={transcribeText.speakers} onClose={onClose}>
      <div className={styles['export']}>
        <p className={controls['secondary']}>{transcribeText.speakersHint}</p>
        {speakers.map((speaker) => (
          <div key={speaker.id} className={controls['row']}>
            <Field
              label={transcribeText.speakerName(speaker.name)}
              isLabelHidden
              dir="auto"
              defaultValue={speaker.name}
              onBlur={(event) => rename(speaker, event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !inComposition(event.nativeEvent))
                  event.currentTarget.blur();
              }}
            />
            <Button
              size="small"
              onClick={() => transcript.assign(speaker.id, (s) => s.speaker === null)}
            >
              {transcribeText.assignUnnamed(speaker.name)}
            </Button>
            <Button
              kind="quiet"
              size="small"
              aria-label={transcribeText.removeSpeaker(speaker.name)}
              onClick={() =>
                transcript.setSpeakers(without(speaker.id), null, (s) => s.speaker === speaker.id)
              }
            >
              {transcribeText.remove}
            </Button>
          </div>
        ))}
        <form className={controls['row']} onSubmit={add}>
          <Field
            label={transcribeText.newSpeaker}
            isLabelHidden
            dir="auto"
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
