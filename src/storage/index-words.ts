import { searchWords } from '#base/words.ts';
import type { Message, MessageWords } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';

/** Messages that are read in one transaction. */
const PIECE = 20;
/** Milliseconds of work after which the page gets a turn. */
const SLICE_MS = 8;

/** Only these can have other words than an earlier release found. */
const MAY_DIFFER = /[^\0-\x7f]|_/;

/**
 * Indexes messages again whose words differ from those an earlier release, or a backup of one, stored.
 * Yields after each piece of work: the id to begin after when it is resumed.
 * @param after Id of the last message that is done; '' at first.
 */
export async function* indexWords(
  { messages, words }: AlcoveDatabase,
  after: string,
): AsyncGenerator<string> {
  for (let last = after; ; ) {
    const ids = await messages.where(':id').above(last).limit(PIECE).primaryKeys();
    let began = performance.now();
    for (const message of await messages.bulkGet(ids)) {
      if (!message || !MAY_DIFFER.test(message.text)) continue;
      await indexMessage(message, words, messages);
      if (performance.now() - began < SLICE_MS) continue;
      yield message.id;
      began = performance.now();
    }
    const end = ids.at(-1);
    if (end === undefined) return;
    last = end;
    yield last;
  }
}

async function indexMessage(
  { id, conversationId, text }: Message,
  words: AlcoveDatabase['words'],
  messages: AlcoveDatabase['messages'],
): Promise<void> {
  const found = searchWords(text);
  const stored = await words.get(id);
  if (stored && isSame(stored, found)) return;
  await words.db.transaction('rw', words, messages, async () => {
    // Deleted or changed meanwhile: a change is indexed with it.
    const now = await messages.get(id);
    if (now?.text === text) await words.put({ id, conversationId, words: found });
  });
}

const isSame = (stored: MessageWords, found: readonly string[]) =>
  stored.words.length === found.length && found.every((word, i) => word === stored.words[i]);
