import { whenModelIsThere } from './models.ts';
import { readPreferences, writePreferences } from './preferences.ts';

/** The model of a fresh browser, which knows the app alone. */
export const GUIDE = 'alcove-guide';

/** Once a model that a person gets for conversations is here, new chats begin with it, unless another was chosen. @returns whether they do */
export async function adoptForNewChats(id: string): Promise<boolean> {
  await whenModelIsThere(id, new AbortController().signal);
  if (readPreferences().chatModel !== GUIDE) return false;
  writePreferences({ chatModel: id });
  return true;
}
