import { plural } from '#ui/messages/catalogue.ts';
import type { chatListText } from '#ui/messages/chat-list.ts';

export const chatList: typeof chatListText = {
  chats: 'Chats',
  newChat: 'Neuer Chat',
  temporary: 'Temporär',
  temporaryHint: 'Ein Chat, der nie gespeichert wird',
  searchChats: 'Chats durchsuchen',
  search: 'Suchen',
  rowNotShown: 'Dieser Chat konnte nicht angezeigt werden.',
  showMore: (count) => plural(count, { one: '# weiteren anzeigen', other: '# weitere anzeigen' }),
  empty: 'Chats werden hier gespeichert, auf diesem Gerät.',
  noneFound: 'Kein Chat enthält diese Wörter.',
  pinned: 'Angeheftet',
  options: (title) => `Optionen für ${title}`,

  rename: 'Umbenennen',
  renameTitle: 'Chat umbenennen',
  name: 'Name',
  save: 'Speichern',
  pin: 'Oben anheften',
  unpin: 'Lösen',
  exportMarkdown: 'Als Markdown exportieren',
  exportJson: 'Als JSON exportieren',
  delete: 'Löschen',
  notRenamed: 'Der Chat konnte nicht umbenannt werden',
  notPinned: 'Der Chat konnte nicht angeheftet werden',
  notExported: 'Der Chat konnte nicht exportiert werden',
  notDeleted: 'Der Chat konnte nicht gelöscht werden',
};
