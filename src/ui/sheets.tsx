import { MessageSquare, MessageSquareDashed, Monitor, Moon, Search, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { ConversationList } from '#ui/chat/list/conversation-list.tsx';
import { useChat } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import { shellText } from '#ui/messages/shell.ts';
import { type Command, type CommandContext, KEY_COMMANDS } from '#ui/shell/commands.ts';
import { HelpSheet } from '#ui/shell/help-sheet.tsx';
import { Palette, type PaletteEntry } from '#ui/shell/palette.tsx';
import { writePreferences } from '#ui/state/preferences.ts';
import { openSheet, useShell } from '#ui/state/shell.ts';
import styles from './sheets.module.css';

/** The shell's sheet that is open, if any. */
export function Sheets({ context }: { context: CommandContext }) {
  const sheet = useShell((state) => state.sheet);
  const close = () => openSheet(null);
  const entries = usePaletteEntries(context);
  switch (sheet) {
    case 'palette':
      return <Palette entries={entries} onClose={close} />;
    case 'help':
      return <HelpSheet onClose={close} />;
    case 'chats':
      return (
        <Dialog title={shellText.chats} kind="side" onClose={close}>
          <div className={styles['chats']}>
            <Button
              kind="quiet"
              size="small"
              icon={Search}
              className={styles['palette']}
              onClick={() => openSheet('palette')}
            >
              {shellText.commandPalette}
            </Button>
            <ConversationList onChosen={close} />
          </div>
        </Dialog>
      );
    case null:
      return null;
  }
}

/** The commands that have no key. */
const OTHER_COMMANDS: readonly Command[] = [
  {
    id: 'new-temporary-chat',
    label: () => shellText.newTemporaryChat,
    icon: MessageSquareDashed,
    run: ({ newChat }) => newChat(true),
  },
  {
    id: 'light',
    label: () => shellText.lightTheme,
    icon: Sun,
    run: () => writePreferences({ theme: 'light' }),
  },
  {
    id: 'dark',
    label: () => shellText.darkTheme,
    icon: Moon,
    run: () => writePreferences({ theme: 'dark' }),
  },
  {
    id: 'system',
    label: () => shellText.systemTheme,
    icon: Monitor,
    run: () => writePreferences({ theme: 'system' }),
  },
];

function usePaletteEntries(context: CommandContext): PaletteEntry[] {
  const list = useChat((state) => state.list);
  return useMemo(() => {
    const commands = [...KEY_COMMANDS, ...OTHER_COMMANDS].filter(({ isHidden }) => !isHidden);
    return [
      ...commands.map(({ id, label, icon, run }) => ({
        id,
        name: label(),
        icon,
        kind: id.startsWith('/') ? shellText.page : shellText.action,
        run: () => void run(context),
      })),
      ...(list ?? []).map(({ id, title }) => ({
        id,
        name: title,
        icon: MessageSquare,
        kind: shellText.chat,
        run: () => context.go(itemPath('/chat', id)),
      })),
    ];
  }, [context, list]);
}
