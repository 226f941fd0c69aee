import type { Conversation } from '#storage/chat-records.ts';
import { language } from '#ui/messages/catalogue.ts';
import { chatListText } from '#ui/messages/chat-list.ts';
import { kitText } from '#ui/messages/kit.ts';

/** A chat of the list; the first of its group has the heading. */
export interface ListedChat {
  conversation: Conversation;
  heading: string | null;
}

const DAY_MS = 86_400_000;
const midnightBefore = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** The chats in the order of the list: pinned, by folder, then by date, each group under a heading. */
export function groupChats(list: readonly Conversation[], now: number): ListedChat[] {
  const foldered = list.filter(({ pinned, folder }) => !pinned && folder);
  foldered.sort((a, b) => (a.folder ?? '').localeCompare(b.folder ?? ''));
  const ordered = [
    ...list.filter(({ pinned }) => pinned),
    ...foldered,
    ...list.filter(({ pinned, folder }) => !pinned && !folder),
  ];
  let last: string | null = null;
  return ordered.map((conversation) => {
    const name = groupOf(conversation, now);
    const heading = name === last ? null : name;
    last = name;
    return { conversation, heading };
  });
}

function groupOf({ pinned, folder, updatedAt }: Conversation, now: number): string {
  if (pinned) return chatListText.pinned;
  if (folder) return folder;
  // Rounded: a day has 23 or 25 hours when the clocks change.
  const days = Math.round((midnightBefore(now) - midnightBefore(updatedAt)) / DAY_MS);
  if (days <= 0) return kitText.today;
  if (days === 1) return kitText.yesterday;
  if (days <= 7) return chatListText.lastWeek;
  if (days <= 30) return chatListText.lastMonth;
  return new Date(updatedAt).toLocaleDateString(language(), { month: 'long', year: 'numeric' });
}
