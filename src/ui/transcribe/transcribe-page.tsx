import { useEffect } from 'react';
import { useParams } from 'wouter';
import { Guard } from '#ui/kit/guard.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useServices } from '#ui/services.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { transcriptsOf } from '#ui/transcribe/session/live-store.ts';
import { runQueue } from '#ui/transcribe/session/run-queue.ts';
import { RecordingsPage } from './recordings-page.tsx';
import { TranscriptPage } from './transcript-page.tsx';

/** The queue, or one recording with its transcript. */
export function TranscribePage() {
  const services = useServices();
  const { id } = useParams<{ id?: string }>();

  // Resumes what a closed tab left waiting.
  useEffect(() => {
    transcriptsOf(services)
      .recoverRecordings(defaultOptions(), Date.now())
      .catch(reportError)
      .finally(() => runQueue(services));
  }, [services]);

  return (
    <Guard
      title={id ? transcribeText.transcriptFailed : transcribeText.recordingsFailed}
      resetKey={id}
    >
      {id ? <TranscriptPage key={id} id={id} /> : <RecordingsPage />}
    </Guard>
  );
}
