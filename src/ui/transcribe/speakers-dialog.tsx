import { type FormEvent, useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import styles from './transcript.module.css';

interface SpeakersDialogProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  onClose: () => void;
}

/** Names who speaks. A name changed here changes everywhere; a taken name joins two speakers. */
export function SpeakersDialog({ recording, segments, onClose }: SpeakersDialogProps) {
  const transcripts = transcriptsOf(useServices());
  const [name, setName] = useState('');
  const { id, speakers } = recording;
  const act = (work: Promise<void>) => tryOrSay('The speakers were not stored', work);
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
    await give(speakerId, other.id);
    await transcripts.update(id, { speakers: speakers.filter((s) => s.id !== speakerId) });
  }

  async function give(from: string, to: string | null) {
    const mine = segments.filter((s) => s.speaker === from);
    await transcripts.replaceSegments(
      [],
      mine.map((s) => ({ ...s, speaker: to })),
    );
  }

  async function remove(speakerId: string) {
    await give(speakerId, null);
    await transcripts.update(id, { speakers: speakers.filter((s) => s.id !== speakerId) });
  }

  async function giveAll(speakerId: string) {
    const silent = segments.filter((s) => s.speaker === null);
    await transcripts.replaceSegments(
      [],
      silent.map((s) => ({ ...s, speaker: speakerId })),
    );
  }

  return (
    <Dialog title="Speakers" onClose={onClose}>
      <div className={styles['export']}>
        <p className={controls['secondary']}>
          Name who speaks, then choose the name beside a segment. A name changed here changes
          everywhere; two of one name become one.
        </p>
        {speakers.map((speaker) => (
          <div key={speaker.id} className={controls['row']}>
            <input
              className={`${controls['field']} ${styles['name']}`}
              aria-label={`Name of ${speaker.name}`}
              defaultValue={speaker.name}
              onBlur={(event) => act(rename(speaker.id, event.target.value))}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.blur();
              }}
            />
            <Button size="small" onClick={() => act(giveAll(speaker.id))}>
              Speaks where nobody is named
            </Button>
            <Button
              kind="quiet"
              size="small"
              aria-label={`Remove ${speaker.name}`}
              onClick={() => act(remove(speaker.id))}
            >
              Remove
            </Button>
          </div>
        ))}
        <form className={controls['row']} onSubmit={add}>
          <input
            className={`${controls['field']} ${styles['name']}`}
            aria-label="Name of a new speaker"
            placeholder="Name"
            value={name}
            data-first-focus
            onChange={(event) => setName(event.target.value)}
          />
          <Button kind="primary" type="submit" disabled={name.trim() === '' || isTaken}>
            Add
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
