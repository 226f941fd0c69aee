import { appPath } from '#contract/app-path.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { ChatCore } from './chat-core.ts';

/** Milliseconds between two looks at a conversion that takes seconds. */
const PAUSE_MS = 500;

/**
 * Begins to convert a GGUF file that was added to a chat, and says when its model can be used there.
 * @throws Error with a sentence where it cannot be converted
 */
export async function convertModel(chat: ChatCore, file: File): Promise<void> {
  const { control, notify } = chat.ports;
  const id = await control((c) => c.addModelFile(file, { name: file.name }), chat.signal);
  const entry = await entryOf(chat, id);
  if (entry && entry.state.kind !== 'ready') {
    const run = () => history.pushState(null, '', appPath('/models'));
    notify({
      text: chatFilesText.modelConverting(entry.model.title),
      action: { label: chatFilesText.showModels, run },
    });
  }
  // The chat can be used meanwhile.
  follow(chat, id).catch(() => {});
}

async function entryOf({ ports }: ChatCore, id: string): Promise<CatalogEntry | undefined> {
  const entries = await ports.control((c) => c.listCatalog());
  return entries.find(({ model }) => model.id === id);
}

async function follow(chat: ChatCore, id: string): Promise<void> {
  const { control, notify, models } = chat.ports;
  for (let seen = -1; ; ) {
    seen = await control((c) => c.changed('catalog', seen), chat.signal);
    const entry = await entryOf(chat, id);
    // Cancelled.
    if (!entry || entry.state.kind === 'available') return;
    const { title } = entry.model;
    if (entry.state.kind === 'failed') {
      const reason = describeError(new Error(entry.state.problem));
      notify({ text: chatFilesText.modelFailed(title, reason), stays: true });
      return;
    }
    if (entry.state.kind === 'ready') {
      await models.refresh();
      const run = () => chat.changeSettings({ model: id });
      notify({
        text: chatFilesText.modelReady(title),
        ...(chat.row.settings.model !== id && {
          stays: true,
          action: { label: chatFilesText.useModel, run },
        }),
      });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
