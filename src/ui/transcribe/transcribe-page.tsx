import { useEffect } from 'react';
import { useParams } from 'wouter';
import { Guard } from '#ui/kit/guard.tsx';
import { unescapeId } from '#ui/kit/item-path.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { KnownVoicesPage } from './known-voices.tsx';
import { RecordingsPage } from './recordings-page.tsx';
import { TranscriptPage } from './transcript-page.tsx';

/** In the place of a recording's id: the known voices. */
const VOICES = 'voices';

/** The queue, one recording with its transcript, or the known voices. */
export function TranscribePage() {
  const session = useSession(TranscriptionSession);
  const { id: part } = useParams<{ id?: string }>();
  const id = part && unescapeId(part);

  // Resumes the queue of a closed tab.
  useEffect(() => {
    session.recover(defaultOptions()).catch(reportError);
  }, [session]);

  return (
    <Guard
      title={id ? transcribeText.transcriptFailed : transcribeText.recordingsFailed}
      resetKey={id}
    >
      <Shown id={id} />
    </Guard>
  );
}

function Shown({ id }: { id: string | undefined }) {
  if (id === undefined) return <RecordingsPage />;
  return id === VOICES ? <KnownVoicesPage /> : <TranscriptPage key={id} id={id} />;
}
