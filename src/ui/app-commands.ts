import {
  AudioLines,
  Columns2,
  FileAudio,
  FileSpreadsheet,
  Languages,
  MessageSquareDashed,
  Mic,
  Monitor,
  Moon,
  Paperclip,
  SlidersHorizontal,
  Sun,
  Waypoints,
} from 'lucide-react';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { LANGUAGES, type Language } from '#ui/messages/catalogue.ts';
import { chatText } from '#ui/messages/chat.ts';
import { developerText } from '#ui/messages/developer.ts';
import { paletteText } from '#ui/messages/palette.ts';
import { providersText } from '#ui/messages/providers.ts';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { shellText } from '#ui/messages/shell.ts';
import { storageText } from '#ui/messages/storage.ts';
import type { Services } from '#ui/services.ts';
import { type Command, type CommandContext, KEY_COMMANDS } from '#ui/shell/commands.ts';
import type { PaletteEntry } from '#ui/shell/find-entries.ts';
import { changeLanguage } from '#ui/state/language.ts';
import { writePreferences } from '#ui/state/preferences.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { withStorage } from './with-storage.ts';

/** Frames that a section of a page has to be drawn in. */
const MAX_FRAMES = 240;

/** Opens a page and shows the section whose heading has this id. */
function showSection(go: CommandContext['go'], path: string, id: string): void {
  go(path);
  let frames = 0;
  const look = () => {
    const heading = document.getElementById(id);
    if (heading) heading.scrollIntoView({ block: 'start' });
    else if (frames++ < MAX_FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Settings: the page's path, the id of the section's heading, its name, further words. */
const SECTIONS: readonly [path: string, id: string, name: () => string, words: () => string][] = [
  ['/settings', 'look', () => settingsText.appearance, () => paletteText.appearanceWords],
  ['/settings', 'language', () => settingsText.language, () => paletteText.languageWords],
  ['/settings', 'models', () => settingsText.defaultModels, () => paletteText.defaultsWords],
  ['/settings', 'voice', () => readAloudText.every, () => paletteText.voiceWords],
  ['/transcribe/voices', 'page', () => paletteText.knownVoices, () => paletteText.knownVoicesWords],
  ['/settings', 'support', () => settingsText.copyDiagnostics, () => paletteText.supportWords],
  ['/settings/data', 'data', () => settingsText.import, () => paletteText.importWords],
  ['/settings/data', 'storage', () => storageText.title, () => paletteText.storageWords],
  ['/settings/data', 'storage', () => storageText.deleteEverything, () => paletteText.deleteWords],
  ['/settings/privacy', 'sent', () => settingsText.privacyTab, () => paletteText.privacyWords],
  ['/settings/providers', 'providers', () => providersText.title, () => paletteText.providersWords],
  ['/settings/service', 'service', () => settingsText.service, () => paletteText.serviceWords],
  ['/settings/service', 'hub', () => settingsText.hubAndAliases, () => paletteText.sourceWords],
  ['/developer/keys', 'keys', () => developerText.keys, () => paletteText.keysWords],
  ['/developer/connect', 'connect', () => developerText.connect, () => paletteText.connectWords],
  ['/developer/requests', 'page', () => developerText.requestLog, () => paletteText.requestsWords],
  ['/developer/usage', 'usage', () => developerText.usage, () => paletteText.usageWords],
  [
    '/developer/playground',
    'page',
    () => developerText.playground,
    () => paletteText.playgroundWords,
  ],
  ['/developer/reference', 'page', () => developerText.reference, () => paletteText.referenceWords],
];

/** Further words for the commands that keys reach: the first page does without them. */
const WORDS_OF_KEYS: Readonly<Record<string, () => string>> = {
  '/search': () => paletteText.searchWords,
  'new-chat': () => paletteText.newChatWords,
  '/chat': () => paletteText.chatWords,
  '/transcribe': () => paletteText.transcribeWords,
  '/embeddings': () => paletteText.embeddingsWords,
  '/models': () => paletteText.modelsWords,
  '/developer': () => paletteText.developerWords,
  '/settings': () => paletteText.settingsWords,
  shortcuts: () => paletteText.shortcutsWords,
};

/** The commands of every page, by what people call them: those with keys first. */
export function appCommands(services: Services): readonly Command[] {
  return [
    ...KEY_COMMANDS.map((command) => ({
      ...command,
      words: () => WORDS_OF_KEYS[command.id]?.() ?? '',
    })),
    {
      id: 'new-temporary-chat',
      label: () => shellText.newTemporaryChat,
      words: () => paletteText.temporaryWords,
      icon: MessageSquareDashed,
      run: ({ newChat }) => newChat(true),
    },
    {
      id: 'record',
      label: () => paletteText.record,
      words: () => paletteText.recordWords,
      icon: Mic,
      run: ({ go }) => {
        go('/transcribe');
        reportFailure(paletteText.record, record(services));
      },
    },
    {
      id: 'transcribe-files',
      label: () => paletteText.transcribeFiles,
      words: () => paletteText.transcribeFilesWords,
      icon: FileAudio,
      run: ({ go }) => go('/transcribe'),
    },
    {
      id: 'attach-file',
      label: () => paletteText.attachFile,
      words: () => paletteText.attachFileWords,
      icon: Paperclip,
      run: ({ newChat }) => newChat(),
    },
    {
      id: 'open-texts',
      label: () => paletteText.openTexts,
      words: () => paletteText.openTextsWords,
      icon: FileSpreadsheet,
      run: ({ go }) => go('/embeddings'),
    },
    {
      id: 'compare',
      label: () => paletteText.compare,
      words: () => paletteText.compareWords,
      icon: Columns2,
      run: ({ go }) => {
        go('/chat');
        reportFailure(chatText.settingNotSaved, compare(services));
      },
    },
    {
      id: 'export',
      label: () => settingsText.exportAll,
      words: () => paletteText.exportWords,
      icon: SlidersHorizontal,
      run: ({ go }) => {
        go('/settings/data');
        const exported = import('#ui/settings/transfer.ts').then((m) => m.startExport());
        reportFailure(settingsText.exportAll, exported);
      },
    },
    ...SECTIONS.map(
      ([path, heading, label, words], i): Command => ({
        id: `section-${i}`,
        label,
        words,
        icon: SlidersHorizontal,
        run: ({ go }) => showSection(go, path, heading),
      }),
    ),
    ...Object.entries(LANGUAGES).map(
      ([id, name]): Command => ({
        id: `language-${id}`,
        label: () => `${settingsText.language}: ${name}`,
        words: () => paletteText.languageWords,
        icon: Languages,
        run: () => reportFailure(settingsText.changing, changeLanguage(id as Language)),
      }),
    ),
    {
      id: 'light',
      label: () => shellText.lightTheme,
      words: () => paletteText.lightWords,
      icon: Sun,
      run: () => writePreferences({ theme: 'light' }),
    },
    {
      id: 'dark',
      label: () => shellText.darkTheme,
      words: () => paletteText.darkWords,
      icon: Moon,
      run: () => writePreferences({ theme: 'dark' }),
    },
    {
      id: 'system',
      label: () => shellText.systemTheme,
      words: () => paletteText.systemWords,
      icon: Monitor,
      run: () => writePreferences({ theme: 'system' }),
    },
  ];
}

interface StoredItem {
  id: string;
  name: string;
}

/** The transcripts and the text collections: each opens on its page, and is found by its name and by what people call its kind. */
export function itemEntries(
  transcripts: readonly StoredItem[],
  textSets: readonly StoredItem[],
  go: CommandContext['go'],
): PaletteEntry[] {
  return [
    ...transcripts.map(({ id, name }) => ({
      id,
      name,
      words: paletteText.transcriptWords,
      icon: AudioLines,
      kind: paletteText.transcript,
      run: () => go(itemPath('/transcribe', id)),
    })),
    ...textSets.map(({ id, name }) => ({
      id,
      name,
      words: paletteText.textSetWords,
      icon: Waypoints,
      kind: paletteText.textSet,
      run: () => go(itemPath('/embeddings', id)),
    })),
  ];
}

async function record(services: Services): Promise<void> {
  const [{ RecorderSession }, { TranscriptionSession }, { defaultOptions }] = await withStorage(
    Promise.all([
      import('#ui/transcribe/session/recorder-session.ts'),
      import('#ui/transcribe/session/transcription-session.ts'),
      import('#ui/transcribe/session/add-files.ts'),
    ]),
  );
  const session = services.session(TranscriptionSession);
  const add: (typeof session)['add'] = (files, options) => session.add(files, options);
  await services.session(RecorderSession).start(add, defaultOptions());
}

/** Opens a second model in the chat that is shown. */
async function compare(services: Services): Promise<void> {
  const { shown } = services.session(ChatBook);
  if (shown?.row.settings.secondModel === null) await shown.compare();
}

const PREFERENCES = {
  chat: 'chatModel',
  'audio-chat': 'chatModel',
  speech: 'speechModel',
  embeddings: 'embeddingModel',
} as const;

/** Uses a model of this device where its task is: in the open chat and every new one, or for what comes next. */
export async function chooseModel(
  services: Services,
  { id, task }: { id: string; task: keyof typeof PREFERENCES },
): Promise<void> {
  writePreferences({ [PREFERENCES[task]]: id });
  const { shown } = services.session(ChatBook);
  if (PREFERENCES[task] === 'chatModel') await shown?.changeSettings({ model: id });
}
