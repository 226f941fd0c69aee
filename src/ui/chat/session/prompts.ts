import { chatText } from '#ui/messages/chat.ts';

/** A text to begin a message with. */
export interface Prompt {
  name: string;
  text: string;
  /** Whether a person saved it. */
  isOwn: boolean;
}

const NAME = 'alcove-prompts';
const MAX_PROMPTS = 50;
/** Characters of a saved prompt, and of its name. */
const MAX_TEXT = 4_000;
const MAX_NAME = 60;

/** Prompts whose name or text contains what was typed after the slash. */
export function findPrompts(prompts: readonly Prompt[], query: string): Prompt[] {
  const wanted = query.toLowerCase();
  return prompts.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted));
}

/** A person's own prompts, newest first, then those of the app. */
export function listPrompts(): Prompt[] {
  const own = readOwn().map((text) => {
    const [line = ''] = text.trim().split('\n');
    return { name: line.slice(0, MAX_NAME), text, isOwn: true };
  });
  const ours = [
    [chatText.promptSummarise, chatText.promptSummariseText],
    [chatText.promptExplain, chatText.promptExplainText],
    [chatText.promptCorrect, chatText.promptCorrectText],
    [chatText.promptTranslate, chatText.promptTranslateText],
    [chatText.promptList, chatText.promptListText],
  ] as const;
  return [...own, ...ours.map(([name, text]) => ({ name, text: `${text} `, isOwn: false }))];
}

export function savePrompt(text: string): void {
  const others = readOwn().filter((other) => other !== text);
  writeOwn([text.slice(0, MAX_TEXT), ...others].slice(0, MAX_PROMPTS));
}

export function deletePrompt(text: string): void {
  writeOwn(readOwn().filter((other) => other !== text));
}

function readOwn(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text) => typeof text === 'string' && text.trim() !== '');
  } catch {
    // No text of ours, or no storage.
    return [];
  }
}

function writeOwn(texts: readonly string[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(texts));
  } catch {
    // A full or closed store costs a prompt, which is still in its message.
  }
}
