import { Folder, FolderInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { ProjectDialog } from '#ui/chat/projects/project-dialog.tsx';
import { removeChats } from '#ui/chat/session/remove-chats.ts';
import { useChatBook } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './conversations.module.css';
import { FolderDialog } from './folder-dialog.tsx';

interface SelectionBarProps {
  selected: readonly Conversation[];
  onEnd: () => void;
}

/** What can be done with the selected chats together. */
export function SelectionBar({ selected, onEnd }: SelectionBarProps) {
  const book = useChatBook();
  const [, go] = useLocation();
  const [isMoved, setMoved] = useState(false);
  const [isInProject, setInProject] = useState(false);
  const hasNone = selected.length === 0;
  return (
    <div className={styles['selection']} role="toolbar" aria-label={chatListText.select}>
      <span role="status">{chatListText.selected(selected.length)}</span>
      <IconButton
        icon={FolderInput}
        label={projectsText.moveTitle}
        size="small"
        disabled={hasNone}
        onClick={() => setInProject(true)}
      />
      <IconButton
        icon={Folder}
        label={chatListText.moveToFolder}
        size="small"
        disabled={hasNone}
        onClick={() => setMoved(true)}
      />
      <IconButton
        icon={Trash2}
        label={chatListText.delete}
        size="small"
        disabled={hasNone}
        onClick={() => {
          onEnd();
          reportFailure(chatListText.notDeleted, removeChats(book, selected, go));
        }}
      />
      <Button kind="quiet" size="small" onClick={onEnd}>
        {chatListText.cancel}
      </Button>
      {isInProject && <ProjectDialog conversations={selected} onClose={onEnd} />}
      {isMoved && <FolderDialog conversations={selected} onClose={onEnd} />}
    </div>
  );
}
