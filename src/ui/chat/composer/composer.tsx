import { ArrowUp, Mic, Paperclip, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { stopAnswers } from '#ui/chat/session/answer.ts';
import { addFiles } from '#ui/chat/session/attachments.ts';
import { type ChatState, useChatStore } from '#ui/chat/session/chat-store.ts';
import { sendMessage } from '#ui/chat/session/send-message.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './composer.module.css';
import { ContextMeter } from './context-meter.tsx';
import { useDictation } from './use-dictation.ts';

// A fresh page has none: they need not come with the first bytes.
const ComposerChips = lazyView(() => import('./composer-chips.tsx').then((m) => m.ComposerChips));

interface ComposerProps {
  conversationId: string;
  isAnswering: boolean;
}

/** Whether the browser grows text boxes itself; else each letter costs a layout. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

/** Where messages are written: grows to ten lines, shows what goes along, says what Enter does. */
export function Composer({ conversationId, isAnswering }: ComposerProps) {
  const services = useServices();
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const dictation = useDictation();
  const isEmpty = useChatStore(hasNothing);
  const isHeld = useChatStore(({ held }) => conversationId in held);

  // The words themselves stay in the box: drawing this form anew for each letter would be felt.
  useEffect(() => {
    const fill = ({ text }: { text: string }) => {
      const { current } = box;
      if (!current) return;
      if (current.value !== text) current.value = text;
      if (GROWS_BY_ITSELF) return;
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight}px`;
    };
    fill(useChatStore.getState());
    return useChatStore.subscribe((state, { text }) => {
      if (state.text !== text) fill(state);
    });
  }, []);

  function send() {
    const draft = useChatStore.getState();
    if (hasNothing(draft)) return;
    useChatStore.setState({ text: '' });
    tryOrSay('The message', sendMessage(services, draft.text.trim()));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && isAnswering) stopAnswers(conversationId);
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    addFiles(services, files);
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
        <ComposerChips conversationId={conversationId} dictation={dictation} />
      </Suspense>
      <div className={styles['box']}>
        <textarea
          ref={box}
          data-composer
          rows={1}
          aria-label="Message"
          placeholder={isHeld ? 'Write the next message; it will wait in line' : 'Ask something'}
          onInput={(event) => useChatStore.setState({ text: event.currentTarget.value })}
          onKeyDown={press}
          onPaste={paste}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files"
          onChange={(event) => {
            addFiles(services, event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <div className={styles['buttons']}>
          <IconButton
            icon={Paperclip}
            label="Attach files"
            onClick={() => picker.current?.click()}
          />
          <IconButton
            icon={dictation.isRecording ? Square : Mic}
            label={dictation.isRecording ? 'Stop recording' : 'Record'}
            onClick={dictation.press}
          />
          {isAnswering && (
            <Button onClick={() => stopAnswers(conversationId)}>
              <Square size={14} aria-hidden /> Stop
            </Button>
          )}
          <IconButton icon={ArrowUp} label="Send" kind="primary" type="submit" disabled={isEmpty} />
        </div>
      </div>
      <div className={styles['foot']}>
        <ContextMeter />
        <span className={styles['hint']}>Enter sends, Shift + Enter makes a new line</span>
      </div>
    </form>
  );
}

const hasNothing = ({ text, attached }: ChatState) => text.trim() === '' && attached.length === 0;
