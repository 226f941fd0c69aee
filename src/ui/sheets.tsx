import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { ConversationList } from '#ui/chat/list/conversation-list.tsx';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { startChat } from '#ui/chat/session/open-chat.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import { ModelsSheet } from '#ui/models/models-sheet.tsx';
import { HelpSheet } from '#ui/shell/help-sheet.tsx';
import { type Command, Palette } from '#ui/shell/palette.tsx';
import { ROOMS } from '#ui/shell/rooms.ts';
import { writePreferences } from '#ui/state/preferences.ts';
import { openSheet, useShell } from '#ui/state/shell.ts';
import styles from './sheets.module.css';

/** The shell's sheet that is open, if any. */
export function Sheets({ newChat }: { newChat: () => void }) {
  const sheet = useShell((state) => state.sheet);
  const close = () => openSheet(null);
  const commands = useCommands(newChat);
  switch (sheet) {
    case 'palette':
      return <Palette commands={commands} onClose={close} />;
    case 'help':
      return <HelpSheet onClose={close} />;
    case 'models':
      return <ModelsSheet onClose={close} />;
    case 'chats':
      return (
        <Dialog title="Chats" kind="side" onClose={close}>
          <div className={styles['chats']}>
            <ConversationList onChosen={close} />
          </div>
        </Dialog>
      );
    case null:
      return null;
  }
}

function useCommands(newChat: () => void): Command[] {
  const [, go] = useLocation();
  const list = useChatStore((state) => state.list);
  return useMemo(() => {
    const act = (name: string, run: () => void): Command => ({
      id: name,
      name,
      kind: 'Action',
      run,
    });
    const temporary = () => {
      startChat(true);
      go('/chat');
    };
    return [
      act('New chat', newChat),
      act('New temporary chat', temporary),
      act('Models', () => openSheet('models')),
      act('Keyboard shortcuts', () => openSheet('help')),
      act('Light theme', () => writePreferences({ theme: 'light' })),
      act('Dark theme', () => writePreferences({ theme: 'dark' })),
      act('Theme of the system', () => writePreferences({ theme: 'system' })),
      ...ROOMS.map(({ path, name }) => ({ id: path, name, kind: 'Room', run: () => go(path) })),
      ...(list ?? []).map(({ id, title }) => {
        return { id, name: title, kind: 'Chat', run: () => go(`/chat/${id}`) };
      }),
    ];
  }, [go, list, newChat]);
}
