import { useEffect } from 'react';
import { Link } from 'wouter';
import { dismissDictation } from '#ui/chat/session/dictation.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { findModel } from '#ui/state/models.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';
import { saveFile } from '#ui/state/save-file.ts';
import styles from './composer.module.css';

/** Before recording, what the speech model recognises; after it, where the recording is stored. */
export function DictationNote({ onRecord }: { onRecord: () => void }) {
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
  if (phase === 'asks') return <BeforeRecording onRecord={onRecord} />;
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

function BeforeRecording({ onRecord }: { onRecord: () => void }) {
  const chat = useConversation();
  const title = findModel(readPreferences().speechModel)?.title;
  return (
    <div className={styles['note']} role="note">
      <span>{chatFilesText.numbersOnly(title ?? '')}</span>
      <GeneralModel
        task="speech"
        onUse={(speechModel) => {
          writePreferences({ speechModel });
          onRecord();
        }}
      />
      <Button size="small" onClick={onRecord}>
        {chatFilesText.recordAnyway}
      </Button>
      <Button size="small" kind="quiet" onClick={() => dismissDictation(chat)}>
        {chatFilesText.cancel}
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
