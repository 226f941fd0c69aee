import { Download, MessageSquare, RotateCcw, Search, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { ExportDialog } from './export-dialog.tsx';
import { SpeakersDialog } from './speakers-dialog.tsx';
import { TranscribeAgainDialog } from './transcribe-again-dialog.tsx';

interface TranscriptToolsProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  finds: boolean;
  onFind: () => void;
}

/** The actions on a whole transcript. */
export function TranscriptTools({ recording, segments, finds, onFind }: TranscriptToolsProps) {
  const [, go] = useLocation();
  const [dialog, setDialog] = useState<'export' | 'speakers' | 'again' | null>(null);
  const close = () => setDialog(null);
  const isEmpty = segments.length === 0;
  return (
    <div className={controls['row']} role="toolbar" aria-label={transcribeText.transcript}>
      <Button disabled={isEmpty} aria-expanded={finds} onClick={onFind}>
        <Search size={18} aria-hidden /> {transcribeText.find}
      </Button>
      <Button disabled={isEmpty} onClick={() => setDialog('speakers')}>
        <Users size={18} aria-hidden /> {transcribeText.speakers}
      </Button>
      <Button disabled={isEmpty} onClick={() => setDialog('export')}>
        <Download size={18} aria-hidden /> {transcribeText.export}
      </Button>
      <Button disabled={isEmpty} onClick={() => go(`/chat?recording=${recording.id}`)}>
        <MessageSquare size={18} aria-hidden /> {transcribeText.ask}
      </Button>
      <Button onClick={() => setDialog('again')}>
        <RotateCcw size={18} aria-hidden /> {transcribeText.transcribeAgain}
      </Button>
      {dialog === 'export' && (
        <ExportDialog recording={recording} segments={segments} onClose={close} />
      )}
      {dialog === 'speakers' && (
        <SpeakersDialog recording={recording} segments={segments} onClose={close} />
      )}
      {dialog === 'again' && <TranscribeAgainDialog recording={recording} onClose={close} />}
    </div>
  );
}
