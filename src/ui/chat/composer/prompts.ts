import { foldCase } from '#base/words.ts';
import type { SavedPrompt } from '#storage/chat-records.ts';
import { promptsText } from '#ui/messages/prompts.ts';

/** A text to begin a message with. */
export interface Prompt {
  id: string;
  name: string;
  text: string;
  /** The stored prompt of a person; null for one of the app. */
  own: SavedPrompt | null;
}

/** Characters of the name that a saved prompt gets from its first line. */
const MAX_NAME = 60;

/** A person's own prompts, in their order, then the app's. */
export function listPrompts(saved: readonly SavedPrompt[]): Prompt[] {
  const own = saved.map((prompt) => {
    const [line = ''] = prompt.text.trimStart().slice(0, MAX_NAME).split('\n');
    return { id: prompt.id, name: line, text: prompt.text, own: prompt };
  });
  const ours = [
    [promptsText.summarise, promptsText.summariseText],
    [promptsText.explain, promptsText.explainText],
    [promptsText.correct, promptsText.correctText],
    [promptsText.translate, promptsText.translateText],
    [promptsText.list, promptsText.listText],
  ] as const;
  return [...own, ...ours.map(([name, text]) => ({ id: name, name, text: `${text} `, own: null }))];
}

/** Prompts whose name or text contains the text typed after the slash. */
export function findPrompts(prompts: readonly Prompt[], query: string): Prompt[] {
  const wanted = foldCase(query);
  if (wanted === '') return [...prompts];
  return prompts.filter(({ name, text }) => foldCase(`${name} ${text}`).includes(wanted));
}
