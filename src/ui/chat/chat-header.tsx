import { Columns2, History, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Conversation } from '#storage/chat-records.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { changeSettings } from '#ui/chat/session/open-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { useServices } from '#ui/services.ts';
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
  const services = useServices();
  const [isOpen, setOpen] = useState(false);
  const { settings, title } = conversation;
  const { model, secondModel } = settings;
  const change = (changes: Parameters<typeof changeSettings>[1]) =>
    tryOrSay('The setting', changeSettings(services, changes));
  const isCompared = secondModel !== null;
  return (
    <header className={`${styles['header']} ${isCompared ? styles['two'] : ''}`}>
      <IconButton
        icon={History}
        label="Chats"
        className={styles['chats']}
        aria-haspopup="dialog"
        onClick={() => openSheet('chats')}
      />
      <h1 className={styles['title']}>{isTemporary ? 'Temporary chat' : title}</h1>
      <ModelSelect label="Model" value={model} onChange={(id) => change({ model: id })} />
      {isCompared && (
        <ModelSelect
          label="Second model"
          value={secondModel}
          onChange={(id) => change({ secondModel: id })}
        />
      )}
      <IconButton
        icon={Columns2}
        label="Compare two models"
        aria-pressed={isCompared}
        onClick={() => change({ secondModel: isCompared ? null : model })}
      />
      <IconButton
        icon={SlidersHorizontal}
        label="Settings of this chat"
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
  const able = models.filter((m) => m.task === 'chat' || m.task === 'audio-chat');
  const isKnown = able.some((m) => m.id === value);
  return (
    <select
      className={`${controls['field']} ${styles['model']}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {able.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
