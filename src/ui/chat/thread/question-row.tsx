import { Pencil } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { isAnswering } from '#ui/chat/session/chat-store.ts';
import { editMessage } from '#ui/chat/session/send-message.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { MessageActions } from './message-actions.tsx';
import styles from './messages.module.css';

const AttachedFiles = lazyView(() =>
  import('#ui/chat/composer/attached-files.tsx').then((m) => m.AttachedFiles),
);

/** What the person said. Editing makes a branch. */
export const QuestionRow = memo(function QuestionRow({ message }: { message: Message }) {
  const services = useServices();
  const [draft, setDraft] = useState<string | null>(null);

  function save() {
    if (draft === null || draft.trim() === '' || isAnswering(message.conversationId)) return;
    setDraft(null);
    tryOrSay('The edit', editMessage(services, message, draft.trim()));
  }

  return (
    <article className={styles['question']} aria-label="You">
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
            if (event.key === 'Escape') setDraft(null);
          }}
        >
          <textarea
            className={controls['field']}
            aria-label="Edit message"
            rows={3}
            ref={(box) => box?.focus()}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className={controls['row']}>
            <Button kind="primary" type="submit">
              Send as a branch
            </Button>
            <Button onClick={() => setDraft(null)}>Cancel</Button>
          </div>
        </form>
      )}
      {draft === null && (
        <MessageActions message={message}>
          <IconButton
            icon={Pencil}
            label="Edit"
            size="small"
            onClick={() => setDraft(message.text)}
          />
        </MessageActions>
      )}
    </article>
  );
});
