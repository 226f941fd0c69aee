import { catalogue, plural } from './catalogue.ts';

/** The list of chats and what can be done with one. */
export const chatListText = catalogue('chat-list', {
  chats: 'Chats',
  newChat: 'New chat',
  temporary: 'Temporary',
  temporaryHint: 'A chat that is never stored',
  searchChats: 'Search chats',
  search: 'Search',
  rowNotShown: 'This chat could not be listed.',
  showMore: (count: number) => plural(count, { one: 'Show # more', other: 'Show # more' }),
  empty: 'Your chats are stored here, on this device.',
  noneFound: 'No chat contains these words.',
  pinned: 'Pinned',
  options: (title: string) => `Options for ${title}`,

  rename: 'Rename',
  renameTitle: 'Rename chat',
  name: 'Name',
  save: 'Save',
  pin: 'Pin to top',
  unpin: 'Unpin',
  exportMarkdown: 'Export Markdown',
  exportJson: 'Export JSON',
  delete: 'Delete',
  notRenamed: 'The chat could not be renamed',
  notPinned: 'The chat could not be pinned',
  notExported: 'The chat could not be exported',
  notDeleted: 'The chat could not be deleted',
});
