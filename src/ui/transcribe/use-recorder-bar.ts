import { useStore } from 'zustand';
import { useSession } from '#ui/services.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { RecorderSession } from '#ui/transcribe/session/recorder-session.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';

/** The recording in progress and its actions. */
export function useRecorderBar() {
  const recorder = useSession(RecorderSession);
  const session = useSession(TranscriptionSession);
  const add: TranscriptionSession['add'] = (files, options) => session.add(files, options);
  const { phase, problem } = useStore(recorder.state);
  const run = (work: Promise<void>) => void work.catch(reportError);
  return {
    phase,
    problem,
    isOn: phase !== 'idle',
    recorder,
    start: () => run(recorder.start(add, defaultOptions())),
    stop: () => run(recorder.stop(add, defaultOptions())),
    discard: () => run(recorder.discard(add, defaultOptions())),
  };
}
