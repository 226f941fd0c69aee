import { Check, UserPlus } from 'lucide-react';
import type { Speaker } from '#storage/transcript-records.ts';
import { Menu } from '#ui/kit/menu.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';

interface SpeakerMenuProps {
  /** The segment. */
  id: string;
  anchor: HTMLElement;
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  onNewSpeaker: () => void;
  onClose: () => void;
}

/** Picks who speaks in a segment. */
export function SpeakerMenu(props: SpeakerMenuProps) {
  const { id, anchor, speakers, transcript, onNewSpeaker, onClose } = props;
  const now = transcript.state.getState().segments?.find((s) => s.id === id)?.speaker ?? null;
  const choose = (speaker: string | null, label: string) => ({
    label,
    ...(speaker === now && { icon: Check }),
    run: () => {
      onClose();
      if (speaker !== now) transcript.assign(speaker, (segment) => segment.id === id);
    },
  });
  return (
    <Menu
      label={transcribeText.speakers}
      anchor={anchor}
      onClose={onClose}
      items={[
        ...speakers.map((speaker) => choose(speaker.id, speaker.name)),
        choose(null, transcribeText.noSpeaker),
        {
          label: transcribeText.newSpeakerItem,
          icon: UserPlus,
          run: () => {
            onClose();
            onNewSpeaker();
          },
        },
      ]}
    />
  );
}
