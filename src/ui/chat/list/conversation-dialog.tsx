import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { downloadChat } from '#ui/chat/session/export-chat.ts';
import { changeChat, removeChat } from '#ui/chat/session/open-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';

interface ConversationDialogProps {
  conversation: Conversation;
  onClose: () => void;
}

/** Rename, pin, export, delete. */
export function ConversationDialog({ conversation, onClose }: ConversationDialogProps) {
  const services = useServices();
  const [, go] = useLocation();
  const [title, setTitle] = useState(conversation.title);
  const { id, pinned } = conversation;

  function change(what: string, work: Promise<unknown>) {
    onClose();
    tryOrSay(what, work);
  }

  return (
    <Dialog title="This chat" onClose={onClose}>
      <form
        className={controls['row']}
        onSubmit={(event) => {
          event.preventDefault();
          const name = title.trim();
          if (name !== '')
            change('The name', changeChat(services, id, { title: name, named: true }));
        }}
      >
        <input
          className={controls['field']}
          aria-label="Name"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button kind="primary" type="submit">
          Rename
        </Button>
      </form>
      <div className={controls['row']}>
        <Button onClick={() => change('The pin', changeChat(services, id, { pinned: !pinned }))}>
          {pinned ? 'Unpin' : 'Pin to the top'}
        </Button>
        <Button onClick={() => change('The export', downloadChat(services, conversation, 'md'))}>
          Export Markdown
        </Button>
        <Button onClick={() => change('The export', downloadChat(services, conversation, 'json'))}>
          Export JSON
        </Button>
        <Button
          kind="danger"
          onClick={() =>
            change(
              'Deleting',
              removeChat(services, conversation, () => go('/chat')),
            )
          }
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
