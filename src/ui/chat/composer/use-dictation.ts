import { useRef } from 'react';
import { reportFault } from '#storage/report-fault.ts';
import type { ChatSession } from '#ui/chat/session/chat-session.ts';
import { useChatSession } from '#ui/chat/use-chat.ts';
import { useRecorder } from '#ui/kit/use-recorder.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';

// Loaded on demand: dictation cannot start before the page is drawn.
const loadDictation = () => import('#ui/chat/session/dictation.ts');
type Dictation = Awaited<ReturnType<typeof loadDictation>>;

/**
 * The microphone of the composer. A chat model with audio input gets the recording; for any other the
 * speech model writes it into the message box.
 */
export function useDictation() {
  const chat = useChatSession();
  const stored = useRef<InstanceType<Dictation['StoredParts']> | null>(null);
  const loaded = useRef<Dictation | null>(null);
  const recorder = useRecorder(
    (file) => {
      if (takesAudio(chat)) chat.addFiles([file]);
      else finish(file).catch(reportFault);
    },
    (part) => {
      stored.current
        ?.add(part)
        .catch((error) => chat.warn(chatFilesText.recordingNotStored, error));
    },
  );

  async function finish(file: File) {
    const isStored = await loaded.current?.dictate(chat, file);
    await stored.current?.end(isStored ?? false);
  }

  async function begin() {
    const dictation = await loadDictation();
    loaded.current = dictation;
    dictation.dismissDictation(chat);
    const isStored = !takesAudio(chat) && !chat.state.getState().isTemporary;
    stored.current = isStored ? new dictation.StoredParts(chat) : null;
    recorder.start();
  }

  async function press() {
    if (recorder.isRecording) return recorder.stop();
    const isLimited = findModel(readPreferences().speechModel)?.scope === 'digits';
    if (!isLimited || takesAudio(chat)) return begin();
    (await loadDictation()).askBeforeDictation(chat);
  }

  return {
    isRecording: recorder.isRecording,
    problem: recorder.problem,
    begin: () => void begin().catch(reportError),
    press: () => void press().catch(reportError),
  };
}

function takesAudio(chat: ChatSession): boolean {
  const { conversation } = chat.state.getState();
  return findModel(conversation?.settings.model ?? '')?.can.audio ?? false;
}
