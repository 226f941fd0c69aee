import { useConversation } from '#ui/chat/use-chat.ts';
import { useRecorder } from './use-recorder.ts';

/**
 * The microphone of the composer. A chat model with audio input gets the recording; for any other the
 * speech model writes it into the message box.
 */
export function useDictation() {
  const shown = useConversation();
  const { recorder, isRecording, problem } = useRecorder();

  async function press() {
    if (isRecording) return recorder.stop();
    // Loaded on demand: dictation cannot start before the page is drawn.
    const { recordFor } = await import('./dictation.ts');
    if (!recorder.isBusy) await recordFor(shown, recorder);
  }

  return { isRecording, problem, press: () => void press().catch(reportError) };
}
