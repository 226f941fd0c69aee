import { Columns2, History, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ChatSettings } from '#storage/chat-records.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import type { ModelChoice } from '#ui/page-header/model-menu.tsx';
import { ModelPill } from '#ui/page-header/model-pill.tsx';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { openSheet } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './chat-page.module.css';

const ChatSettingsSheet = lazyView(() =>
  loadDatabase()
    .then(() => import('#ui/chat/settings/chat-settings-sheet.tsx'))
    .then((m) => m.ChatSettingsSheet),
);

const OfferedModels = lazyView(() => import('./offered-models.tsx').then((m) => m.OfferedModels));

/** Models that can answer in a chat. */
const TASKS: ModelChoice['tasks'] = ['chat', 'audio-chat'];

/** Which model answers, whether a second one does, and how. */
export function ChatHeader() {
  const chat = useConversation();
  const [isOpen, setOpen] = useState(false);
  const isChoosing = useChat((state) => state.choosesSecond);
  const row = useChat((state) => state.row);
  const { settings } = row;
  const { model, secondModel } = settings;
  const change = (changes: Partial<ChatSettings>) =>
    reportFailure(chatText.settingNotSaved, chat.changeSettings(changes));
  const isCompared = secondModel !== null;
  const compare = () => reportFailure(chatText.settingNotSaved, chat.compare());
  const first: ModelChoice = {
    label: chatText.model,
    tasks: TASKS,
    value: model,
    onChange: (id) => change({ model: id }),
  };
  const second: ModelChoice = {
    ...first,
    label: isCompared ? chatText.secondModel : chatText.chooseSecondModel,
    value: secondModel ?? '',
    onChange: (id) => change({ secondModel: id }),
    except: isCompared ? '' : model,
    offers: (close) => <OfferedModels close={close} />,
  };
  const history = (
    <IconButton
      icon={History}
      label={chatText.chats}
      className={styles['chats']}
      aria-haspopup="dialog"
      onClick={() => openSheet('chats')}
    />
  );
  return (
    <div className={isCompared || isChoosing ? styles['two'] : undefined}>
      <PageHeader
        title={chat.isTemporary ? chatText.temporaryChat : chatTitle(row)}
        isName
        before={history}
        model={first}
        afterModel={
          (isCompared || isChoosing) && (
            <ModelPill
              choice={second}
              {...(isChoosing && { onDismiss: () => chat.choseNoSecond() })}
            />
          )
        }
      >
        <IconButton
          icon={Columns2}
          label={chatText.compare}
          className={styles['tool']}
          aria-pressed={isCompared}
          onClick={compare}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={chatText.settings}
          className={styles['tool']}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
        <MenuButton
          label={chatText.moreActions}
          className={styles['menu']}
          items={[
            { label: chatText.compare, icon: Columns2, run: compare },
            { label: chatText.settings, icon: SlidersHorizontal, run: () => setOpen(true) },
          ]}
        />
      </PageHeader>
      {isOpen && (
        <Suspense>
          <ChatSettingsSheet settings={settings} onChange={change} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
