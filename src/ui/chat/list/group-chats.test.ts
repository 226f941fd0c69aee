import { expect, test } from 'vitest';
import { emptyConversation } from '#storage/conversations.ts';
import { PLAIN_SETTINGS } from '#ui/chat/session/conversation-state.ts';
import { groupChats } from './group-chats.ts';

const NOW = new Date(2026, 10, 23, 12).getTime();
const DAY = 86_400_000;

function chat(days: number, more: { pinned?: boolean; folder?: string } = {}) {
  const settings = { ...PLAIN_SETTINGS, model: 'm' };
  return { ...emptyConversation(`${days}`, settings, NOW - days * DAY), ...more };
}

test('chats are listed under the day, the week or the month they were used last', () => {
  const list = [0, 0.1, 1, 3, 12, 60].map((days) => chat(days));
  expect(groupChats(list, NOW).map(({ heading }) => heading)).toEqual([
    'Today',
    null,
    'Yesterday',
    'Previous 7 days',
    'Previous 30 days',
    'September 2026',
  ]);
});

test('pinned chats come first, then folders by name', () => {
  const list = [chat(0), chat(1, { folder: 'Work' }), chat(2, { folder: 'Home' })];
  list.push(chat(3, { pinned: true, folder: 'Work' }));
  expect(groupChats(list, NOW).map(({ heading }) => heading)).toEqual([
    'Pinned',
    'Home',
    'Work',
    'Today',
  ]);
});
