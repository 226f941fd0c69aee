import type { Message } from '#storage/chat-records.ts';
import type { ChatCore } from '#ui/chat/session/chat-core.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import type { ReadingText } from '#ui/read-aloud/session/reader.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { useReading } from '#ui/state/reading.ts';
import { useTalk } from './talk-state.ts';

/** An answer that is JSON as a whole. */
const OBJECT = /^\s*[[{]\s*(?:"|\{|$)/u;

/** An answer to be read aloud, finished or while it is being written. */
export function readingOf(chat: ChatCore, { id, model }: Message): ReadingText {
  return {
    id,
    title: findModel(model ?? '')?.title ?? chatTitle(chat.row),
    read() {
      const { live, tree } = chat.state.getState();
      const text = live[id]?.text ?? tree.byId.get(id)?.text ?? '';
      // Named, not spelled.
      return { text: OBJECT.test(text) ? '```json\n```' : text, isDone: !(id in live) };
    },
    onGrowth: (listener) => chat.state.subscribe(listener),
    place() {
      const element = document.querySelector(`[data-message="${CSS.escape(id)}"]`);
      return element && { element, from: 0 };
    },
  };
}

/** A conversation without hands reads its answers itself. */
const isWanted = (chat: ChatCore) =>
  readPreferences().readsAnswers && useTalk.getState().chatId !== chat.id;

/** Reads each new answer of a chat while it is written, where the person wants that. @returns a function that ends it */
export function readNewAnswers(chat: ChatCore, read: (text: ReadingText) => void): () => void {
  const seen = new Set<string>();
  const follow = () => {
    const { live, tree } = chat.state.getState();
    for (const id of Object.keys(live)) {
      const message = tree.byId.get(id);
      if (!message || seen.has(id)) continue;
      seen.add(id);
      // The second of two models is silent.
      const isFree = !((useReading.getState().reading?.id ?? '') in live);
      if (isFree && isWanted(chat)) read(readingOf(chat, message));
    }
  };
  // The first answer of a chat begins before the thread is drawn.
  follow();
  return chat.state.subscribe(follow);
}
