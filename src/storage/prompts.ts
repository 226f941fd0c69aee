import type { SavedPrompt } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';

export const MAX_PROMPTS = 1_000;
/** Maximum length of a prompt in characters: the capacity of the message box. */
export const MAX_PROMPT_LENGTH = 100_000;
/** Characters of all prompts read for a list: an import may bring more. */
const MAX_LISTED = 20_000_000;

/** Prompts newest first, up to the maximum of a list, and how many are stored. */
export interface PromptList {
  prompts: SavedPrompt[];
  total: number;
}

export async function readPrompts({ prompts }: AlcoveDatabase): Promise<PromptList> {
  const total = await prompts.count();
  let characters = 0;
  const isFull = ({ text }: SavedPrompt) => {
    characters += text.length;
    return characters > MAX_LISTED;
  };
  const newest = prompts.orderBy('savedAt').reverse().limit(MAX_PROMPTS);
  return { prompts: await newest.until(isFull).toArray(), total };
}

/** Saves a prompt as the newest; one with the same text is moved up. @returns why it is not saved. */
export async function savePrompt(
  database: AlcoveDatabase,
  text: string,
  now: number,
): Promise<'tooLong' | 'tooMany' | null> {
  if (text.length > MAX_PROMPT_LENGTH) return 'tooLong';
  const { prompts } = database;
  return database.transaction('rw', prompts, async () => {
    const same = await prompts.filter((prompt) => prompt.text === text).first();
    if (!same && (await prompts.count()) >= MAX_PROMPTS) return 'tooMany';
    await prompts.put({ id: same?.id ?? crypto.randomUUID(), text, savedAt: now });
    return null;
  });
}

/** @returns a function that undoes it. */
export async function deletePrompt(
  { prompts }: AlcoveDatabase,
  prompt: SavedPrompt,
): Promise<() => Promise<void>> {
  await prompts.delete(prompt.id);
  return async () => void (await prompts.put(prompt));
}

/** Adds the prompts of an earlier release, which were JSON with the newest first. */
export async function addOldPrompts(
  database: AlcoveDatabase,
  written: string,
  now: number,
): Promise<void> {
  const texts = readOld(written);
  const { prompts } = database;
  await database.transaction('rw', prompts, async () => {
    // Another tab may have moved them.
    const known = new Set<string>();
    await prompts.each(({ text }) => void known.add(text));
    const fresh = texts.filter((text) => !known.has(text));
    // The first was the newest.
    await prompts.bulkAdd(
      fresh.map((text, i) => ({ id: crypto.randomUUID(), text, savedAt: Math.max(0, now - i) })),
    );
  });
}

function readOld(written: string): string[] {
  try {
    const found: unknown = JSON.parse(written);
    if (!Array.isArray(found)) return [];
    return [...new Set(found.filter((text) => typeof text === 'string' && text.trim() !== ''))];
  } catch {
    return [];
  }
}
