import { ArrowUp, Mic, Paperclip, Square } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { type ConversationState, isAnswering } from '#ui/chat/session/conversation-state.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './composer.module.css';
import { ContextMeter } from './context-meter.tsx';
import { MessageBox } from './message-box.tsx';
import { useDictation } from './use-dictation.ts';

// An empty chat has none.
const ComposerChips = lazyView(() => import('./composer-chips.tsx').then((m) => m.ComposerChips));

/** Writes the next message: its text, its attachments, and what sends it. */
export function Composer() {
  const chat = useConversation();
  const box = useRef<HTMLTextAreaElement>(null);
  const dictation = useDictation();
  const isEmpty = useChat(hasNothing);
  const isRunning = useChat(isAnswering);
  const mayHaveChips = useShell((state) => state.isSettled);
  const hasChips = useChat(showsChips) || dictation.problem !== null;

  function send() {
    const draft = chat.state.getState();
    if (hasNothing(draft)) return;
    chat.setText('');
    reportFailure(chatText.notSent, chat.send(draft.text.trim()));
  }

  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Suspense>
        {(mayHaveChips || hasChips) && <ComposerChips box={box} dictation={dictation} />}
      </Suspense>
      <div className={styles['box']}>
        <MessageBox ref={box} onSend={send} />
        <div className={styles['buttons']}>
          <FilePicker label={chatText.files} onFiles={(files) => chat.addFiles(files)}>
            {(open) => <IconButton icon={Paperclip} label={chatText.attachFiles} onClick={open} />}
          </FilePicker>
          <IconButton
            icon={dictation.isRecording ? Square : Mic}
            label={dictation.isRecording ? chatText.stopRecording : chatText.record}
            onClick={dictation.press}
          />
          {isRunning && (
            <Button icon={Square} onClick={() => chat.stop()}>
              {chatText.stop}
            </Button>
          )}
          <IconButton
            icon={ArrowUp}
            label={chatText.send}
            kind="primary"
            type="submit"
            disabled={isEmpty}
          />
        </div>
      </div>
      <div className={styles['foot']}>
        <ContextMeter />
        <span className={styles['hint']}>{chatText.sendKeys}</span>
      </div>
    </form>
  );
}

/** Whether a page that has just been opened needs the code of the chips; others load it when they are settled. */
const showsChips = ({
  text,
  attached,
  problems,
  reading,
  documents,
  ...state
}: ConversationState) =>
  text !== '' ||
  Boolean(state.row.project) ||
  [attached, problems, reading, documents].some((list) => list.length > 0) ||
  state.dictation.phase !== 'idle';

const hasNothing = ({ text, attached }: ConversationState) =>
  text.trim() === '' && attached.length === 0;
