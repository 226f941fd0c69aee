import { type Boundary, lowest } from '#contract/boundary.ts';
import type { Message } from '#storage/chat-records.ts';
import { searchedDocuments } from '#ui/chat/passages/shared-documents.ts';
import { isRecording, itemsOf, type LabelledItem } from './boundary.ts';
import type { ChatCore } from './chat-core.ts';

/** The labels of a chat and of its contents. */
export interface Labels {
  /** Null before the person has decided. */
  chat: Boundary | null;
  items: readonly (LabelledItem & { boundary: Boundary })[];
  /** How far the chat may go; null where the person is asked first. */
  ceiling: Boundary | null;
}

export async function readLabels(chat: ChatCore, path: readonly Message[]): Promise<Labels> {
  const all = [
    ...(await searchedDocuments(chat)),
    ...(await itemsOf(chat, path)),
    // Not sent yet, but with the next message.
    ...chat.state.getState().attached.filter(isRecording),
  ];
  const unique = [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()];
  const items = await Promise.all(
    unique.map(async (item) => ({
      ...item,
      boundary: (await chat.rows.label(item.id)) ?? ('device' as const),
    })),
  );
  const decided = await chat.rows.label(chat.id);
  const ofItems = lowest(...items.map(({ boundary }) => boundary));
  if (ofItems === 'device') return { chat: decided, items, ceiling: 'device' };
  return { chat: decided, items, ceiling: decided && lowest(decided, ofItems) };
}
