import { useEffect } from 'react';
import { useParams } from 'wouter';
import { Guard } from '#ui/kit/guard.tsx';
import { useServices } from '#ui/services.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import { runQueue } from '#ui/transcribe/session/run-queue.ts';
import { RecordingsPage } from './recordings-page.tsx';
import { TranscriptPage } from './transcript-page.tsx';

/** The transcription room: the queue, or one recording with its transcript. */
export function TranscribePage() {
  const services = useServices();
  const { id } = useParams<{ id?: string }>();

  // What a tab that died left waiting goes on here.
  useEffect(() => {
    transcriptsOf(services)
      .recoverRecordings(defaultOptions(), Date.now())
      .catch(reportError)
      .finally(() => runQueue(services));
  }, [services]);

  return (
    <Guard
      title={id ? 'This transcript could not be shown.' : 'The recordings could not be shown.'}
      resetKey={id}
    >
      {id ? <TranscriptPage key={id} id={id} /> : <RecordingsPage />}
    </Guard>
  );
}
