import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from './session/transcription-session.ts';

/** Recordings wait for another tab that is frozen or hangs: this one can take over. */
export function BlockedNote() {
  const session = useSession(TranscriptionSession);
  const isBlocked = useStore(session.state, (state) => state.isBlocked);
  if (!isBlocked) return null;
  return (
    <p className={controls['row']} role="status">
      <span>{transcribeText.otherTabSilent}</span>
      <Button
        size="small"
        onClick={() => reportFailure(transcribeText.notTakenOver, session.takeOver())}
      >
        {transcribeText.transcribeHere}
      </Button>
    </p>
  );
}
