import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { downloadChat } from '#ui/chat/session/export-chat.ts';
import { changeChat, removeChat } from '#ui/chat/session/open-chat.ts';
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
        <button type="submit" className={`${controls['button']} ${controls['primary']}`}>
          Rename
        </button>
      </form>
      <div className={controls['row']}>
        <button
          type="button"
          className={controls['button']}
          onClick={() => change('The pin', changeChat(services, id, { pinned: !pinned }))}
        >
          {pinned ? 'Unpin' : 'Pin to the top'}
        </button>
        <button
          type="button"
          className={controls['button']}
          onClick={() => change('The export', downloadChat(services, conversation, 'md'))}
        >
          Export Markdown
        </button>
        <button
          type="button"
          className={controls['button']}
          onClick={() => change('The export', downloadChat(services, conversation, 'json'))}
        >
          Export JSON
        </button>
        <button
          type="button"
          className={`${controls['button']} ${controls['danger']}`}
          onClick={() =>
            change(
              'Deleting',
              removeChat(services, conversation, () => go('/chat')),
            )
          }
        >
          Delete
        </button>
      </div>
    </Dialog>
  );
}
