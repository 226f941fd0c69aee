import {
  ArrowDown,
  ArrowUp,
  Download,
  ListChecks,
  PencilLine,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { hasSound, isLater } from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { ExportDialog } from './export-dialog.tsx';
import styles from './recording-list.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import { TranscribeAgainDialog } from './transcribe-again-dialog.tsx';

interface RecordingMenuProps {
  recording: Recording;
  /** Its neighbours in the queue. */
  before: Recording | null;
  after: Recording | null;
  onSelect: () => void;
}

/** The actions of a recording that have no button of their own. */
export function RecordingMenu({ recording, before, after, onSelect }: RecordingMenuProps) {
  const session = useSession(TranscriptionSession);
  const [open, setOpen] = useState<'rename' | 'export' | 'again' | null>(null);
  const { id, name, state } = recording;
  const close = () => setOpen(null);
  const act = (work: () => Promise<unknown>) => () =>
    reportFailure(transcribeText.actionFailed(name), work());
  const swap = (other: Recording) => act(() => session.transcripts.swap(recording, other));
  const canMove = isLater(recording);
  const canCancel = state === 'waiting' || state === 'running' || state === 'paused';
  const hasText = recording.windowsDone > 0;
  const items = [
    ...(canMove && before && isLater(before)
      ? [{ label: transcribeText.moveUpItem, icon: ArrowUp, run: swap(before) }]
      : []),
    ...(canMove && after && isLater(after)
      ? [{ label: transcribeText.moveDownItem, icon: ArrowDown, run: swap(after) }]
      : []),
    ...(canCancel
      ? [{ label: transcribeText.cancelItem, icon: X, run: act(() => session.cancel(id)) }]
      : []),
    { label: transcribeText.rename, icon: PencilLine, run: () => setOpen('rename') },
    ...(hasText
      ? [{ label: transcribeText.export, icon: Download, run: () => setOpen('export') }]
      : []),
    ...(hasSound(recording)
      ? [{ label: transcribeText.transcribeAgain, icon: RotateCcw, run: () => setOpen('again') }]
      : []),
    {
      label: transcribeText.select,
      icon: ListChecks,
      run: onSelect,
    },
    {
      label: transcribeText.delete,
      icon: Trash2,
      isDangerous: true,
      run: act(() => session.remove(recording)),
    },
  ];
  return (
    <div className={styles['menu']}>
      <MenuButton label={transcribeText.actionsOf(name)} items={items} />
      {open === 'rename' && <RenameDialog recording={recording} onClose={close} />}
      {open === 'export' && <ExportDialog recordings={[recording]} onClose={close} />}
      {open === 'again' && <TranscribeAgainDialog recording={recording} onClose={close} />}
    </div>
  );
}
