import { useEffect } from 'react';
import { Link } from 'wouter';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { saveFile } from '#ui/state/save-file.ts';
import styles from './composer.module.css';
import { dismissDictation } from './dictation.ts';

/** Where a recording is stored, and what became of it. */
export function DictationNote() {
  const chat = useConversation();
  const { phase, problem } = useChat(({ dictation }) => dictation);
  // A message that was sent needs no note about its recording any more.
  useEffect(
    () =>
      chat.state.subscribe(({ text, dictation }, before) => {
        const wasSent = text === '' && before.text !== '';
        if (wasSent && dictation.phase === 'ended') dismissDictation(chat);
      }),
    [chat],
  );
  if (phase === 'idle' || phase === 'recording') return null;
  return (
    <div className={styles['note']} role="status">
      {phase === 'transcribing' && <span>{chatFilesText.transcribing}</span>}
      {problem && <span className={controls['error']}>{problem}</span>}
      <Recording />
      <Button size="small" kind="quiet" onClick={() => dismissDictation(chat)}>
        {phase === 'transcribing' ? chatFilesText.cancel : chatFilesText.dismiss}
      </Button>
    </div>
  );
}

const notStored = () => errorsText.failed(chatFilesText.recordingNotStored, errorsText.noRoom);

/** The recording itself: it is never lost. */
function Recording() {
  const { phase, file, recordingId, help } = useChat(({ dictation }) => dictation);
  if (recordingId !== null) {
    return (
      <Link
        className={buttonClass({ kind: 'secondary', size: 'small' })}
        href={itemPath('/transcribe', recordingId)}
      >
        {chatFilesText.openInTranscribe}
      </Link>
    );
  }
  if (!file || phase === 'transcribing') return null;
  return (
    <>
      {help && <span className={controls['error']}>{notStored()}</span>}
      <Button size="small" onClick={() => saveFile(file.name, file)}>
        {chatFilesText.saveRecording}
      </Button>
      {help && (
        <Link className={buttonClass({ size: 'small' })} href={help}>
          {errorsText.freeStorage}
        </Link>
      )}
    </>
  );
}
