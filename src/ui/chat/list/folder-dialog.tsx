import { useId, useState } from 'react';
import type { Conversation } from '#storage/chat-records.ts';
import { useBook, useChatBook } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { reportFailure } from '#ui/state/toasts.ts';

interface FolderDialogProps {
  conversations: readonly Conversation[];
  onClose: () => void;
}

/** Moves chats to a folder, one there is or a new one. */
export function FolderDialog({ conversations, onClose }: FolderDialogProps) {
  const book = useChatBook();
  const list = useBook((state) => state.list);
  const [folder, setFolder] = useState(conversations[0]?.folder ?? '');
  const options = useId();
  const folders = new Set((list ?? []).flatMap((row) => row.folder ?? []));

  async function move() {
    for (const { id } of conversations) await book.change(id, { folder: folder.trim() });
  }

  return (
    <Dialog title={chatListText.moveToFolder} onClose={onClose}>
      <form
        className={controls['row']}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          reportFailure(chatListText.notMoved, move());
        }}
      >
        <Field
          label={chatListText.folder}
          hint={chatListText.folderHint}
          data-first-focus
          dir="auto"
          maxLength={60}
          list={options}
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
        <datalist id={options}>
          {[...folders].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button kind="primary" type="submit">
          {chatListText.save}
        </Button>
      </form>
    </Dialog>
  );
}
