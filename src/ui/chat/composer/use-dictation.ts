import { useEffect, useRef } from 'react';
import { reportFault } from '#storage/report-fault.ts';
import type { Conversation } from '#ui/chat/session/conversation.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import { useRecorder } from '#ui/kit/use-recorder.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';

// Loaded on demand: dictation cannot start before the page is drawn.
const loadDictation = () => import('./dictation.ts');
type Dictation = Awaited<ReturnType<typeof loadDictation>>;

/** A recording in progress, for the chat in which it was begun. */
interface Recording {
  chat: Conversation;
  dictation: Dictation;
  /** What a crash would leave of it; null where a chat model gets it, or nothing may be stored. */
  parts: InstanceType<Dictation['StoredParts']> | null;
}

/**
 * The microphone of the composer. A chat model with audio input gets the recording; for any other the
 * speech model writes it into the message box.
 */
export function useDictation() {
  const shown = useConversation();
  const recording = useRef<Recording | null>(null);
  const recorder = useRecorder(
    (file) => {
      if (recording.current) finish(recording.current, file).catch(reportFault);
    },
    (part) => {
      const { chat, parts } = recording.current ?? {};
      parts?.add(part).catch((error) => chat?.warn(chatFilesText.recordingNotStored, error));
    },
  );

  const { problem } = recorder;
  useEffect(() => {
    // The microphone was refused.
    if (problem === null || !recording.current) return;
    const { chat, dictation } = recording.current;
    dictation.dismissDictation(chat);
  }, [problem]);

  async function finish({ chat, dictation, parts }: Recording, file: File) {
    if (takesAudio(chat)) {
      dictation.dismissDictation(chat);
      chat.addFiles([file]);
    } else {
      const isStored = await dictation.dictate(chat, file);
      await parts?.end(isStored);
    }
  }

  async function begin(chat: Conversation) {
    const dictation = await loadDictation();
    dictation.beginDictation(chat);
    const isStored = !takesAudio(chat) && !chat.isTemporary;
    const parts = isStored ? new dictation.StoredParts(chat) : null;
    recording.current = { chat, dictation, parts };
    recorder.start();
  }

  async function press() {
    if (recorder.isRecording) return recorder.stop();
    await begin(shown);
  }

  return {
    isRecording: recorder.isRecording,
    problem,
    press: () => void press().catch(reportError),
  };
}

function takesAudio({ row, ports }: Conversation): boolean {
  return ports.models.find(row.settings.model)?.can.audio ?? false;
}
