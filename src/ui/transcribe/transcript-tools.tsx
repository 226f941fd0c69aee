import {
  Download,
  MessageSquare,
  PencilLine,
  Redo2,
  RotateCcw,
  Search,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { escapeId } from '#ui/kit/item-path.ts';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { ReadButton } from '#ui/read-aloud/read-button.tsx';
import type { ReadingText } from '#ui/read-aloud/session/reader.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import { hasSound } from '#ui/transcribe/session/progress.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { ExportDialog } from './export-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SpeakersDialog } from './speakers-dialog.tsx';
import { TranscribeAgainDialog } from './transcribe-again-dialog.tsx';
import styles from './transcript.module.css';

type ToolDialog = 'export' | 'speakers' | 'again' | 'rename' | null;

interface TranscriptToolsProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
  playback: Playback;
  finds: boolean;
  onFind: () => void;
  dialog: ToolDialog;
  onDialog: (dialog: ToolDialog) => void;
  /** Segments that the next new speaker gets; null for none. */
  newSpeakerOf: ReadonlySet<string> | null;
  onRead: () => ReadingText;
  /** The model to transcribe again with; null for the same. */
  againWith: string | null;
}

/** The actions on a whole transcript. */
export function TranscriptTools(props: TranscriptToolsProps) {
  const { recording, segments, speakers, transcript, finds, onFind } = props;
  const { dialog, onDialog } = props;
  const session = useSession(TranscriptionSession);
  const [, go] = useLocation();
  const { canUndo, canRedo } = useStore(transcript.state);
  const isEmpty = segments.length === 0;
  const close = () => onDialog(null);
  const remove = () => {
    reportFailure(transcribeText.actionFailed(recording.name), session.remove(recording));
    go('/transcribe');
  };
  return (
    <div className={styles['tools']} role="toolbar" aria-label={transcribeText.transcript}>
      <Button kind="primary" icon={Download} disabled={isEmpty} onClick={() => onDialog('export')}>
        {transcribeText.export}
      </Button>
      <Button kind="quiet" icon={Search} disabled={isEmpty} aria-expanded={finds} onClick={onFind}>
        {transcribeText.find}
      </Button>
      <Button kind="quiet" icon={Users} disabled={isEmpty} onClick={() => onDialog('speakers')}>
        {transcribeText.speakers}
      </Button>
      <Button
        kind="quiet"
        icon={MessageSquare}
        disabled={isEmpty}
        onClick={() => go(`/chat?recording=${escapeId(recording.id)}`)}
      >
        {transcribeText.ask}
      </Button>
      {!isEmpty && <ReadButton id={recording.id} text={props.onRead} />}
      <IconButton
        icon={Undo2}
        label={transcribeText.undo}
        disabled={!canUndo}
        onClick={() => transcript.undo()}
      />
      <IconButton
        icon={Redo2}
        label={transcribeText.redo}
        disabled={!canRedo}
        onClick={() => transcript.redo()}
      />
      <MenuButton
        label={transcribeText.actionsOf(recording.name)}
        items={[
          { label: transcribeText.rename, icon: PencilLine, run: () => onDialog('rename') },
          ...(hasSound(recording)
            ? [
                {
                  label: transcribeText.transcribeAgain,
                  icon: RotateCcw,
                  run: () => onDialog('again'),
                },
              ]
            : []),
          { label: transcribeText.delete, icon: Trash2, isDangerous: true, run: remove },
        ]}
      />
      {dialog === 'export' && <ExportDialog recordings={[recording]} onClose={close} />}
      {dialog === 'speakers' && (
        <SpeakersDialog
          {...{ recording, segments, speakers, transcript }}
          playback={props.playback}
          ids={props.newSpeakerOf}
          onClose={close}
        />
      )}
      {dialog === 'again' && (
        <TranscribeAgainDialog {...{ recording }} with={props.againWith} onClose={close} />
      )}
      {dialog === 'rename' && <RenameDialog recording={recording} onClose={close} />}
    </div>
  );
}
