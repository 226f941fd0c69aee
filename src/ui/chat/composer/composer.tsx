import { ArrowUp, Mic, Paperclip, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import type { ChatState } from '#ui/chat/session/chat-context.ts';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { TextArea } from '#ui/kit/field.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { isTooLongToEdit, textAfterPaste } from '#ui/kit/is-too-long-to-edit.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import styles from './composer.module.css';
import { ContextMeter } from './context-meter.tsx';
import { useDictation } from './use-dictation.ts';
import { useFreshFocus } from './use-fresh-focus.ts';

// An empty chat has none.
const ComposerChips = lazyView(() => import('./composer-chips.tsx').then((m) => m.ComposerChips));

interface ComposerProps {
  conversationId: string;
  isAnswering: boolean;
}

/** Whether the browser grows text boxes itself; else every keystroke costs a layout. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

/** The message box: grows to ten lines, shows attachments and the keys that send. */
export function Composer({ conversationId, isAnswering }: ComposerProps) {
  const chat = useChatSession();
  const box = useRef<HTMLTextAreaElement>(null);
  const dictation = useDictation();
  const isEmpty = useChat(hasNothing);
  const mayHaveChips = useShell((state) => state.isSettled);
  const hasChips = useChat(showsChips) || dictation.problem !== null;
  const isHeld = useChat(({ held }) => conversationId in held);
  const isReading = useChat(({ reading }) =>
    reading.some((work) => work.conversationId === conversationId),
  );

  // Uncontrolled: rendering this form on every keystroke was measurable.
  useEffect(() => {
    const fill = ({ text }: { text: string }) => {
      const { current } = box;
      if (!current) return;
      const isTooLong = isTooLongToEdit(text);
      // Text written in the meantime would take its place.
      current.readOnly = isTooLong;
      if (isTooLong) {
        chat.attachAsDocument(text, () => showToast({ text: chatText.attachedAsFile }));
        return;
      }
      if (current.value !== text) current.value = text;
      if (GROWS_BY_ITSELF) return;
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight}px`;
    };
    fill(chat.state.getState());
    return chat.state.subscribe((state, { text }) => {
      if (state.text !== text) fill(state);
    });
  }, [chat]);

  useFreshFocus(box, conversationId);

  function send() {
    const draft = chat.state.getState();
    if (hasNothing(draft)) return;
    chat.setText('');
    reportFailure(chatText.notSent, chat.send(draft.text.trim()));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && isAnswering) chat.stopAnswers(conversationId);
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { files, types } = event.clipboardData;
    const text = event.clipboardData.getData('text/plain');
    // Spreadsheets and word processors add a picture of the text.
    const isText = text !== '' && types.some((type) => /^text\/(html|rtf)$/.test(type));
    if (files.length > 0 && !isText) chat.addFiles(files);
    // Before the box has it: laying it out would stop the page.
    else if (isTooLongToEdit(textAfterPaste(event.currentTarget, text))) {
      chat.attachText(text, () => showToast({ text: chatText.attachedAsFile }));
    } else return;
    event.preventDefault();
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
        {(mayHaveChips || hasChips) && (
          <ComposerChips conversationId={conversationId} dictation={dictation} />
        )}
      </Suspense>
      <div className={styles['box']}>
        <TextArea
          ref={box}
          label={chatText.message}
          isLabelHidden
          isPlain
          data-composer
          rows={1}
          dir="auto"
          placeholder={isHeld && !isReading ? chatText.placeholderBusy : chatText.placeholder}
          onInput={(event) => chat.setText(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        <div className={styles['buttons']}>
          <FilePicker label={chatText.files} onFiles={(files) => chat.addFiles(files)}>
            {(open) => <IconButton icon={Paperclip} label={chatText.attachFiles} onClick={open} />}
          </FilePicker>
          <IconButton
            icon={dictation.isRecording ? Square : Mic}
            label={dictation.isRecording ? chatText.stopRecording : chatText.record}
            onClick={dictation.press}
          />
          {isAnswering && (
            <Button icon={Square} onClick={() => chat.stopAnswers(conversationId)}>
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
const showsChips = ({ text, attached, problems, reading, documents, dictation }: ChatState) =>
  text !== '' ||
  [attached, problems, reading, documents].some((list) => list.length > 0) ||
  dictation.phase !== 'idle';

const hasNothing = ({ text, attached }: ChatState) => text.trim() === '' && attached.length === 0;
