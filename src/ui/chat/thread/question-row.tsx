import { Pencil } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { isAnswering } from '#ui/chat/session/conversation-state.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { inComposition, isTooLongToEdit } from '#ui/kit/text-input.ts';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { kitText } from '#ui/messages/kit.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { MessageActions } from './message-actions.tsx';
import styles from './messages.module.css';

const AttachedFiles = lazyView(() => import('./attached-files.tsx').then((m) => m.AttachedFiles));

/** A message of the person. Editing it creates a branch. */
export const QuestionRow = memo(function QuestionRow({ message }: { message: Message }) {
  const chat = useConversation();
  const [draft, setDraft] = useState<string | null>(null);
  const isBusy = useChat(isAnswering);
  const tooLong = isTooLongToEdit(message.text) ? kitText.tooLongToEdit : null;
  const whyNot = isBusy ? chatThreadText.whileAnswering : tooLong;

  function save() {
    if (draft === null || draft.trim() === '' || isBusy) return;
    setDraft(null);
    reportFailure(chatText.notSent, chat.edit(message, draft.trim()));
  }

  return (
    <article
      data-message={message.id}
      className={styles['question']}
      aria-label={chatThreadText.you}
    >
      {draft === null ? (
        <div className={styles['said']}>
          <LongText text={message.text} />
          {(message.files?.length ?? 0) > 0 && (
            <Suspense>
              <AttachedFiles ids={message.files ?? []} />
            </Suspense>
          )}
        </div>
      ) : (
        <form
          className={styles['edit']}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !inComposition(event.nativeEvent)) setDraft(null);
          }}
        >
          <TextArea
            label={chatThreadText.editMessage}
            isLabelHidden
            hint={chatThreadText.editHint}
            rows={3}
            dir="auto"
            ref={(box) => box?.focus()}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className={controls['row']}>
            <Button
              kind="primary"
              type="submit"
              disabled={isBusy}
              {...(isBusy && { title: chatThreadText.whileAnswering })}
            >
              {chatThreadText.send}
            </Button>
            <Button onClick={() => setDraft(null)}>{chatThreadText.cancel}</Button>
          </div>
        </form>
      )}
      {draft === null && (
        <MessageActions message={message}>
          <IconButton
            icon={Pencil}
            label={chatThreadText.edit}
            size="small"
            title={whyNot ?? chatThreadText.edit}
            disabled={whyNot !== null}
            onClick={() => setDraft(message.text)}
          />
        </MessageActions>
      )}
    </article>
  );
});
