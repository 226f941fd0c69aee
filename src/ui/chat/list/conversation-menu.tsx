import {
  Archive,
  Braces,
  FileCode,
  FileText,
  Folder,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { ProjectDialog } from '#ui/chat/projects/project-dialog.tsx';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { removeChats } from '#ui/chat/session/remove-chats.ts';
import { useChatBook } from '#ui/chat/use-chat.ts';
import { Menu } from '#ui/kit/menu.tsx';
import { NameDialog } from '#ui/kit/name-dialog.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { downloadChat } from './export-chat.ts';
import { FolderDialog } from './folder-dialog.tsx';

interface ConversationMenuProps {
  conversation: Conversation;
  /** The button that opened it. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Rename, pin, export, delete. */
export function ConversationMenu({ conversation, anchor, onClose }: ConversationMenuProps) {
  const book = useChatBook();
  const [, go] = useLocation();
  const [isRenamed, setRenamed] = useState(false);
  const [isMoved, setMoved] = useState(false);
  const [isInProject, setInProject] = useState(false);
  const { id, pinned } = conversation;
  if (isRenamed) {
    return (
      <NameDialog
        title={chatListText.renameTitle}
        label={chatListText.name}
        action={chatListText.save}
        name={chatTitle(conversation)}
        save={(title) => book.change(conversation.id, { title, named: true })}
        report={(work) => reportFailure(chatListText.notRenamed, work)}
        onClose={onClose}
      />
    );
  }
  if (isInProject) return <ProjectDialog conversations={[conversation]} onClose={onClose} />;
  if (isMoved) return <FolderDialog conversations={[conversation]} onClose={onClose} />;

  const run = (failure: string, work: () => Promise<unknown>) => () => {
    onClose();
    reportFailure(failure, work());
  };
  const pin = () => book.change(id, { pinned: !pinned });
  const save = (format: 'md' | 'json' | 'ndjson') => () =>
    downloadChat(book.ports.store, conversation, format);
  const saveHtml = async () => {
    const { downloadHtml } = await import('./export-html.tsx');
    await downloadHtml(book, conversation);
  };
  const remove = () => removeChats(book, [conversation], go);
  return (
    <Menu
      label={chatListText.options(chatTitle(conversation))}
      anchor={anchor}
      onClose={onClose}
      items={[
        { label: chatListText.rename, icon: Pencil, run: () => setRenamed(true) },
        {
          label: pinned ? chatListText.unpin : chatListText.pin,
          icon: pinned ? PinOff : Pin,
          run: run(chatListText.notPinned, pin),
        },
        { label: projectsText.moveTitle, icon: FolderInput, run: () => setInProject(true) },
        { label: chatListText.moveToFolder, icon: Folder, run: () => setMoved(true) },
        {
          label: chatListText.exportMarkdown,
          icon: FileText,
          run: run(chatListText.notExported, save('md')),
        },
        {
          label: chatListText.exportHtml,
          icon: FileCode,
          run: run(chatListText.notExported, saveHtml),
        },
        {
          label: chatListText.exportJson,
          icon: Braces,
          run: run(chatListText.notExported, save('json')),
        },
        {
          label: chatListText.exportWhole,
          icon: Archive,
          run: run(chatListText.notExported, save('ndjson')),
        },
        {
          label: chatListText.delete,
          icon: Trash2,
          isDangerous: true,
          run: run(chatListText.notDeleted, remove),
        },
      ]}
    />
  );
}
