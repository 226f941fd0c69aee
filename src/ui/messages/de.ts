import type { Texts } from './catalogue.ts';
import type { shellText } from './shell.ts';

/** Every catalogue by its part. A text that is missing here is an error of the compiler. */
interface Translations extends Record<string, Texts> {
  shell: typeof shellText;
}

export const GERMAN: Translations = {
  shell: {
    skipToContent: 'Zum Inhalt springen',
    opening: 'Wird geöffnet …',
    notFound: 'Seite nicht gefunden',
    openChat: 'Chat öffnen',
    sections: 'Bereiche',
    sectionsAndChats: 'Bereiche und Chats',
    home: 'Alcove, Startseite',
    collapseSidebar: 'Seitenleiste einklappen',
    expandSidebar: 'Seitenleiste ausklappen',
    chat: 'Chat',
    transcribe: 'Transkribieren',
    embeddings: 'Embeddings',
    developer: 'Entwickler',
    settings: 'Einstellungen',
    models: 'Modelle',
    chats: 'Chats',
    newChat: 'Neuer Chat',
    newTemporaryChat: 'Neuer temporärer Chat',
    lightTheme: 'Helles Design',
    darkTheme: 'Dunkles Design',
    systemTheme: 'Design des Systems',
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
    keyThenKey: (first, second) => `${first}, dann ${second}`,
    dismiss: 'Schließen',
    updateReady: 'Eine neue Version von Alcove ist bereit.',
    update: 'Aktualisieren',
  },
};
