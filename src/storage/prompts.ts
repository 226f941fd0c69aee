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
