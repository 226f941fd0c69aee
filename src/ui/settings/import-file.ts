import type { AlcoveDatabase } from '#storage/database.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { showToast } from '#ui/state/toasts.ts';

/** Takes an Alcove export or the `conversations.json` of a ChatGPT export. @throws BackupError */
export async function importFile(database: AlcoveDatabase, file: File): Promise<void> {
  const start = (await file.slice(0, 200).text()).trimStart();
  if (start.startsWith('[')) {
    const { importChatGpt } = await import('#storage/import-chatgpt.ts');
    const { added, kept } = await importChatGpt(
      database,
      await file.text(),
      readPreferences().chatModel,
    );
    showToast({ text: `${added} chats added, ${kept} were here already.` });
    return;
  }
  const { importEverything } = await import('#storage/backup.ts');
  const { added, kept } = await importEverything(database, file);
  showToast({ text: `${added} items added, ${kept} were here already.` });
}
