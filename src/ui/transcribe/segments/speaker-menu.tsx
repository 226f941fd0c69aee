import { Check, ListChecks, UserPlus } from 'lucide-react';
import type { Speaker } from '#storage/transcript-records.ts';
import { Menu } from '#ui/kit/menu.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';

interface SpeakerMenuProps {
  /** The segments. */
  ids: ReadonlySet<string>;
  anchor: HTMLElement;
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  onNewSpeaker: (ids: ReadonlySet<string>) => void;
  /** Selects more segments; absent while they are being selected. */
  onSelect: (() => void) | undefined;
  /** The speaker is chosen. */
  onDone: () => void;
  onClose: () => void;
}

/** Picks who speaks in segments. */
export function SpeakerMenu(props: SpeakerMenuProps) {
  const { ids, anchor, speakers, transcript, onNewSpeaker, onSelect, onDone, onClose } = props;
  const chosen = transcript.state.getState().segments?.filter((s) => ids.has(s.id)) ?? [];
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  const choose = (speaker: string | null, label: string) => ({
    label,
    ...(chosen.every((s) => s.speaker === speaker) && { icon: Check }),
    run: closing(() => {
      transcript.assign(speaker, (segment) => ids.has(segment.id));
      onDone();
    }),
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
          run: closing(() => {
            onNewSpeaker(ids);
            onDone();
          }),
        },
        ...(onSelect
          ? [{ label: transcribeText.selectSeveral, icon: ListChecks, run: closing(onSelect) }]
          : []),
      ]}
    />
  );
}
