import { Columns2, History, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ChatSettings, Conversation } from '#storage/chat-records.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { chatTitle } from '#ui/chat/session/chat-title.ts';
import { useChatSession } from '#ui/chat/use-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { Select } from '#ui/kit/select.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useHost } from '#ui/state/models.ts';
import { openSheet } from '#ui/state/shell.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './chat-page.module.css';

const ChatSettingsSheet = lazyView(() =>
  loadDatabase()
    .then(() => import('#ui/chat/settings/chat-settings-sheet.tsx'))
    .then((m) => m.ChatSettingsSheet),
);

interface ChatHeaderProps {
  conversation: Conversation;
  isTemporary: boolean;
}

/** Which model answers, whether a second one does, and how. */
export function ChatHeader({ conversation, isTemporary }: ChatHeaderProps) {
  const chat = useChatSession();
  const [isOpen, setOpen] = useState(false);
  const { settings } = conversation;
  const { model, secondModel } = settings;
  const change = (changes: Partial<ChatSettings>) =>
    tryOrSay(chatText.settingNotSaved, chat.changeSettings(changes));
  const isCompared = secondModel !== null;
  return (
    <header className={`${styles['header']} ${isCompared ? styles['two'] : ''}`}>
      <IconButton
        icon={History}
        label={chatText.chats}
        className={styles['chats']}
        aria-haspopup="dialog"
        onClick={() => openSheet('chats')}
      />
      <h1 className={styles['title']} dir="auto">
        {isTemporary ? chatText.temporaryChat : chatTitle(conversation)}
      </h1>
      <ModelSelect label={chatText.model} value={model} onChange={(id) => change({ model: id })} />
      {isCompared && (
        <ModelSelect
          label={chatText.secondModel}
          value={secondModel}
          onChange={(id) => change({ secondModel: id })}
        />
      )}
      <IconButton
        icon={Columns2}
        label={chatText.compare}
        aria-pressed={isCompared}
        onClick={() => change({ secondModel: isCompared ? null : model })}
      />
      <IconButton
        icon={SlidersHorizontal}
        label={chatText.settings}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ChatSettingsSheet settings={settings} onChange={change} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

interface ModelSelectProps {
  label: string;
  value: string;
  onChange: (id: string) => void;
}

function ModelSelect({ label, value, onChange }: ModelSelectProps) {
  const models = useHost((state) => state.models);
  const chats = models.filter((m) => m.task === 'chat' || m.task === 'audio-chat');
  const known = chats.map(({ id, title }) => ({ id, name: title }));
  const isKnown = known.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      isLabelHidden
      className={styles['model']}
      options={isKnown ? known : [{ id: value, name: value }, ...known]}
      value={value}
      onChange={onChange}
    />
  );
}
