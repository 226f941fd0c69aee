import { plural } from './catalogue.ts';
import { apiErrors } from './de/api-errors.ts';
import { apiSentences } from './de/api-sentences.ts';
import { backups } from './de/backups.ts';
import { chat } from './de/chat.ts';
import { chatFiles } from './de/chat-files.ts';
import { chatList } from './de/chat-list.ts';
import { chatSettings } from './de/chat-settings.ts';
import { chatThread, chatTools } from './de/chat-thread.ts';
import { connect } from './de/connect.ts';
import { consent } from './de/consent.ts';
import { developer } from './de/developer.ts';
import { documents } from './de/documents.ts';
import { embeddings } from './de/embeddings.ts';
import { errors } from './de/errors.ts';
import { failure } from './de/failure.ts';
import { folders } from './de/folders.ts';
import { inspector } from './de/inspector.ts';
import { kit } from './de/kit.ts';
import { knownVoices } from './de/known-voices.ts';
import { library } from './de/library.ts';
import { modelFile } from './de/model-file.ts';
import { modelSummaries } from './de/model-summaries.ts';
import { models } from './de/models.ts';
import { browserModel, modelsPage } from './de/models-page.ts';
import { move } from './de/move.ts';
import { palette } from './de/palette.ts';
import { privacy } from './de/privacy.ts';
import { projects } from './de/projects.ts';
import { prompts } from './de/prompts.ts';
import { providers } from './de/providers.ts';
import { readAloud, talk } from './de/read-aloud.ts';
import { sentences } from './de/sentences.ts';
import { settings } from './de/settings.ts';
import { status } from './de/status.ts';
import { storage } from './de/storage.ts';
import { tables } from './de/tables.ts';
import { transcribe } from './de/transcribe.ts';
import type { Translations } from './translations.ts';

export const GERMAN: Translations = {
  'api-errors': apiErrors,
  'api-sentences': apiSentences,
  backups,
  'browser-model': browserModel,
  capabilities: {
    title: 'Dieser Browser',
    complete: 'Kann alles, was Alcove verwendet.',
    wasm: 'Kein WebAssembly: Modelle laufen auf diesem Gerät nicht. In den Einstellungen des Browsers für diese Website erlauben.',
    opfs: 'Kein privates Dateisystem: Modelle können nicht heruntergeladen werden. Alles andere funktioniert, auch die mitgelieferten Modelle.',
    firefoxPrivate:
      'In privaten Fenstern von Firefox können keine Modelle heruntergeladen werden. Alcove dafür in einem normalen Fenster öffnen.',
    createWritable:
      'Seiten können keine privaten Dateien schreiben: Ein Worker schreibt sie stattdessen.',
    audioDecoder:
      'Kein zuverlässiger WebCodecs-Decoder: Audio wird mit WebAssembly dekodiert, also langsamer.',
    threads: 'Kein gemeinsamer Speicher: Modelle auf dem Prozessor verwenden einen Thread.',
    webgpu: 'Kein WebGPU: Modelle laufen auf dem Prozessor. WebLLM-Modelle laufen hier nicht.',
    blobsInIndexedDb:
      'IndexedDB speichert keine Dateien: Aufnahmen werden als Bytes gespeichert und benötigen mehr Arbeitsspeicher.',
  },
  chat,
  'chat-files': chatFiles,
  'chat-list': chatList,
  'chat-settings': chatSettings,
  'chat-thread': chatThread,
  'chat-tools': chatTools,
  connect,
  developer,
  documents,
  errors,
  consent,
  failure,
  folders,
  inspector,
  kit,
  'known-voices': knownVoices,
  library,
  models,
  'model-file': modelFile,
  'model-summaries': modelSummaries,
  'models-page': modelsPage,
  move,
  palette,
  privacy,
  projects,
  prompts,
  providers,
  'read-aloud': readAloud,
  sentences,
  settings,
  status,
  storage,
  tables,
  shell: {
    skipToContent: 'Zum Inhalt springen',
    opening: 'Wird geöffnet …',
    chatsNotShown: 'Die Liste der Chats konnte nicht angezeigt werden.',
    statusNotShown: 'Der Status konnte nicht angezeigt werden.',
    pageNotShown: 'Diese Seite konnte nicht angezeigt werden.',
    sheetNotShown: 'Dieser Dialog konnte nicht angezeigt werden.',
    notFound: 'Seite nicht gefunden',
    nothingHere: 'Unter dieser Adresse ist nichts',
    nothingHereLead: 'Der Link ist vielleicht alt oder hat einen Tippfehler.',
    sampleNotOpened: 'Das Beispiel konnte nicht geöffnet werden',
    openChat: 'Chat öffnen',
    sections: 'Bereiche',
    sectionsAndChats: 'Bereiche und Chats',
    home: 'Alcove, Startseite',
    collapseSidebar: 'Seitenleiste einklappen',
    expandSidebar: 'Seitenleiste ausklappen',
    chat: 'Chat',
    transcribe: 'Transkribieren',
    embeddings: 'Erkunden',
    developer: 'Entwickler',
    settings: 'Einstellungen',
    models: 'Modelle',
    chats: 'Chats',
    newChat: 'Neuer Chat',
    newTemporaryChat: 'Neuer temporärer Chat',
    lightTheme: 'Helles Design',
    darkTheme: 'Dunkles Design',
    systemTheme: 'Design des Systems',
    playOrPause: 'Aufnahme abspielen oder anhalten (auch Leertaste)',
    skipBack: '5 Sekunden zurück',
    skipForward: '5 Sekunden vor',
    keyboardShortcuts: 'Tastenkürzel',
    commandPalette: 'Befehlspalette',
    focusMessageBox: 'In das Nachrichtenfeld',
    open: (page) => `${page} öffnen`,
    action: 'Aktion',
    page: 'Seite',
    searchCommands: 'Befehle und Chats suchen',
    typeToSearch: 'Suchbegriff eingeben',
    results: 'Ergebnisse',
    noResults: 'Keine Ergebnisse',
    keys: 'Tasten',
    does: 'Aktion',
    send: 'Senden',
    newLine: 'Neue Zeile',
    stopOrClose: 'Antwort stoppen, Dialog schließen',
    modifier: 'Strg oder Cmd',
    shift: 'Umschalt',
    enter: 'Eingabe',
    escape: 'Esc',
    searchLibrary: 'Dokumente, Chats und Transkripte durchsuchen',
    searchFor: (text) => `Alles nach „${text}“ durchsuchen`,
    search: 'Suche',
    keyThenKey: (first, second) => `${first}, dann ${second}`,
    moreMessages: (count) =>
      plural(count, { one: '# weitere Meldung', other: '# weitere Meldungen' }),
    fewerMessages: 'Nur die neueste zeigen',
    dismiss: 'Schließen',
    updateReady: 'Eine neue Version von Alcove ist bereit.',
    update: 'Aktualisieren',
    dataCleared: 'Die Daten dieser Website wurden gelöscht.',
    dataNewer: 'Ein anderer Tab hat Alcove und seine Daten aktualisiert.',
    reload: 'Neu laden',
    setAside: (count) =>
      plural(count, {
        one: '# beschädigter Eintrag wurde beiseitegelegt.',
        other: '# beschädigte Einträge wurden beiseitegelegt.',
      }),
    openSettings: 'Einstellungen öffnen',
  },
  embeddings,
  talk,
  transcribe,
};
