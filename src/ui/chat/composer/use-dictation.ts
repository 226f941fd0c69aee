import { useRef } from 'react';
import { addFiles } from '#ui/chat/session/attachments.ts';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { useRecorder } from '#ui/kit/use-recorder.ts';
import { useServices } from '#ui/services.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';

// Nobody dictates before the page is drawn.
const loadDictation = () => import('#ui/chat/session/dictation.ts');
type Dictation = Awaited<ReturnType<typeof loadDictation>>;

/**
 * The microphone of the composer. A chat model that takes audio gets the recording; for any other the
 * speech model writes it into the message box.
 */
export function useDictation() {
  const services = useServices();
  const kept = useRef<InstanceType<Dictation['KeptParts']> | null>(null);
  const loaded = useRef<Dictation | null>(null);
  const recorder = useRecorder(
    (file) => {
      if (takesAudio()) addFiles(services, [file]);
      else loaded.current?.dictate(services, file).then(() => kept.current?.drop(), reportError);
    },
    (part) => {
      kept.current?.add(part).catch(reportError);
    },
  );

  async function begin() {
    const dictation = await loadDictation();
    loaded.current = dictation;
    dictation.dismissDictation();
    const isStored = !takesAudio() && !useChatStore.getState().isTemporary;
    kept.current = isStored ? new dictation.KeptParts(services) : null;
    recorder.start();
  }

  async function press() {
    if (recorder.isRecording) return recorder.stop();
    const isLimited = findModel(readPreferences().speechModel)?.scope === 'digits';
    if (!isLimited || takesAudio()) return begin();
    (await loadDictation()).askBeforeDictation();
  }

  return {
    isRecording: recorder.isRecording,
    problem: recorder.problem,
    begin: () => void begin().catch(reportError),
    press: () => void press().catch(reportError),
  };
}

function takesAudio(): boolean {
  const { conversation } = useChatStore.getState();
  return findModel(conversation?.settings.model ?? '')?.can.audio ?? false;
}
