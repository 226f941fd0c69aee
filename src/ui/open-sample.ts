import { loadDatabase } from '#storage/page-database.ts';
import { EmbeddingSession } from '#ui/embeddings/session/embedding-session.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import type { Services } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { addSample } from '#ui/transcribe/session/add-sample.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';

/** The sample of each page: the link `?sample` of its address opens it. They give the address that shows it. */
const SAMPLES: Readonly<Record<string, (services: Services) => Promise<string>>> = {
  '/transcribe': async (services) => {
    const id = await addSample(services.session(TranscriptionSession), defaultOptions());
    return itemPath('/transcribe', id);
  },
  '/embeddings': async (services) => {
    await services.session(EmbeddingSession).openSample(readPreferences().embeddingModel);
    return '/embeddings';
  },
};

/** Opens the sample of the page at `pathname`. @returns the address that shows it; null without a sample. */
export async function openSample(services: Services, pathname: string): Promise<string | null> {
  const open = SAMPLES[pathname];
  if (!open) return null;
  await Promise.all([loadDatabase(), services.ready]);
  return open(services);
}
