import type { SavedPrompt } from '#storage/chat-records.ts';
import {
  deletePrompt,
  MAX_PROMPT_LENGTH,
  MAX_PROMPTS,
  type PromptList,
  readPrompts,
  savePrompt,
} from '#storage/prompts.ts';
import { formatCount } from '#ui/kit/format.ts';
import { promptsText } from '#ui/messages/prompts.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';

const NONE: PromptList = { prompts: [], total: 0 };

/** A person's prompts, live across tabs, and the functions that change them. */
export function useSavedPrompts() {
  const { storage } = useServices();
  const saved = useWatched(async () => readPrompts(await storage), 'prompts') ?? NONE;

  async function add(text: string) {
    const refused = await savePrompt(await storage, text, Date.now());
    const said = {
      tooLong: promptsText.tooLong(formatCount(MAX_PROMPT_LENGTH)),
      tooMany: promptsText.tooMany(formatCount(MAX_PROMPTS)),
    };
    showToast({ text: refused ? said[refused] : promptsText.saved });
  }

  async function drop(prompt: SavedPrompt) {
    const undo = await deletePrompt(await storage, prompt);
    showToast({ text: promptsText.deleted, action: { label: promptsText.undo, run: undo } });
  }

  return {
    saved,
    save: (text: string) => reportFailure(promptsText.notSaved, add(text)),
    remove: (prompt: SavedPrompt) => reportFailure(promptsText.notDeleted, drop(prompt)),
  };
}
