import { Box, Download, MessageSquare, Search, Settings, TextSearch } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { ConversationList } from '#ui/chat/list/conversation-list.tsx';
import { useBook, useChatBook } from '#ui/chat/use-chat.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { paletteText } from '#ui/messages/palette.ts';
import { shellText } from '#ui/messages/shell.ts';
import { type Services, useServices } from '#ui/services.ts';
import type { CommandContext } from '#ui/shell/commands.ts';
import type { PaletteEntry } from '#ui/shell/find-entries.ts';
import { HelpSheet } from '#ui/shell/help-sheet.tsx';
import { Palette } from '#ui/shell/palette.tsx';
import { refreshCatalog, useCatalog } from '#ui/state/catalog.ts';
import { useHost } from '#ui/state/models.ts';
import { useReading } from '#ui/state/reading.ts';
import { openSheet, useShell } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { appCommands, chooseModel, itemEntries } from './app-commands.ts';
import styles from './sheets.module.css';

const GUIDE = 'alcove-guide';

const ReadingBar = lazyView(() =>
  import('#ui/read-aloud/reading-bar.tsx').then((m) => m.ReadingBar),
);

/** The shell's sheet that is open, if any, and the controls of a text that is read aloud. */
export function Sheets({ context }: { context: CommandContext }) {
  return (
    <>
      <Voice />
      <OpenSheet context={context} />
    </>
  );
}

/** Below the page, which it makes smaller: it covers nothing. */
function Voice() {
  const isReading = useReading(({ reading }) => reading !== null);
  const page = document.getElementById('page');
  if (!isReading || !page) return null;
  return createPortal(
    <Suspense>
      <ReadingBar />
    </Suspense>,
    page,
  );
}

function OpenSheet({ context }: { context: CommandContext }) {
  const sheet = useShell((state) => state.sheet);
  const close = () => openSheet(null);
  switch (sheet) {
    case 'palette':
      return <CommandPalette context={context} onClose={close} />;
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
            <Link
              href="/search"
              className={buttonClass({ kind: 'quiet', size: 'small' }, styles['palette'])}
              onClick={close}
            >
              <TextSearch size={16} aria-hidden />
              {shellText.searchLibrary}
            </Link>
            <ConversationList onChosen={close} />
            <Link href="/settings" className={buttonClass({ kind: 'quiet' })} onClick={close}>
              <Settings size={16} aria-hidden />
              {shellText.settings}
            </Link>
          </div>
        </Dialog>
      );
    case null:
      return null;
  }
}

/** The models on this device: chosen by a press. */
function useModelEntries(services: Services): PaletteEntry[] {
  const models = useHost((state) => state.models);
  return models.flatMap(({ id, title, task }) => {
    if (task === 'rerank' || task === 'voice' || task === 'speakers' || task === 'ocr') return [];
    return [
      {
        id: `use-${id}`,
        name: paletteText.chosenModel(title),
        words: paletteText.chosenModelWords,
        icon: Box,
        kind: paletteText.model,
        run: () => reportFailure(title, chooseModel(services, { id, task })),
      },
    ];
  });
}

/** The models of the catalogue, the transcripts and the text collections: each opens on its page. */
function useItemEntries(services: Services, go: CommandContext['go']): PaletteEntry[] {
  const { control } = services;
  const entries = useCatalog((state) => state.entries);
  const [items, setItems] = useState<readonly PaletteEntry[]>([]);
  useEffect(() => void refreshCatalog(control).catch(() => {}), [control]);
  useEffect(() => {
    let isMounted = true;
    const read = async () => {
      const { recordings, textSets } = await services.storage;
      const [spoken, sets] = await Promise.all([recordings.toArray(), textSets.toArray()]);
      if (isMounted) setItems(itemEntries(spoken, sets, go));
    };
    read().catch(reportError);
    return () => {
      isMounted = false;
    };
  }, [services, go]);
  const catalogue = (entries ?? []).map(({ model: { id, title } }) => ({
    id: `model-${id}`,
    name: title,
    words: id,
    icon: Download,
    kind: paletteText.model,
    run: () => go(`/models/${encodeURIComponent(id)}`),
  }));
  return [...items, ...catalogue];
}

function CommandPalette({ context, onClose }: { context: CommandContext; onClose: () => void }) {
  const services = useServices();
  const book = useChatBook();
  const list = useBook((state) => state.list);
  const models = useModelEntries(services);
  const items = useItemEntries(services, context.go);
  const commands = appCommands(services).filter(({ isHidden }) => !isHidden);
  const entries = [
    ...commands.map(({ id, label, words, icon, run }) => ({
      id,
      name: label(),
      words: words?.() ?? '',
      icon,
      kind: kindOf(id),
      run: () => void run(context),
    })),
    ...(list ?? []).map(({ id, title }) => ({
      id,
      name: title,
      icon: MessageSquare,
      kind: shellText.chat,
      run: () => context.go(itemPath('/chat', id)),
    })),
    ...models,
    ...items,
  ];
  const ask = async (text: string) => {
    const chat = book.start();
    context.go('/chat');
    await chat.changeSettings({ model: GUIDE });
    await chat.send(text);
  };
  return (
    <Palette
      entries={entries}
      onAsk={(text) => reportFailure(chatText.notSent, ask(text))}
      onSearch={(text) => context.go(`/search?${new URLSearchParams({ q: text })}`)}
      onClose={onClose}
    />
  );
}

function kindOf(id: string): string {
  if (id.startsWith('/')) return shellText.page;
  return id.startsWith('section-') ? paletteText.setting : shellText.action;
}
