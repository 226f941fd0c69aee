import { useState } from 'react';
import type { Conversation } from '#storage/chat-records.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { useChatBook } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { reportFailure } from '#ui/state/toasts.ts';

interface RenameDialogProps {
  conversation: Conversation;
  onClose: () => void;
}

export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const book = useChatBook();
  const [title, setTitle] = useState(chatTitle(conversation));
  const name = title.trim();

  function save() {
    if (name === '') return;
    onClose();
    const changes = { title: name, named: true };
    reportFailure(chatListText.notRenamed, book.change(conversation.id, changes));
  }

  return (
    <Dialog title={chatListText.renameTitle} onClose={onClose}>
      <form
        className={controls['row']}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={chatListText.name}
          data-first-focus
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button kind="primary" type="submit" disabled={name === ''}>
          {chatListText.save}
        </Button>
      </form>
    </Dialog>
  );
}
