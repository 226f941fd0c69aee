import { appPath } from '#contract/app-path.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { EmbeddingSession } from '#ui/embeddings/session/embedding-session.ts';
import type { Services } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';

const RECORDING = 'spoken-digits.flac';

/** The sample of each page: the link `?sample` of its address opens it. */
const SAMPLES: Readonly<Record<string, (services: Services) => Promise<void>>> = {
  '/transcribe': async (services) => {
    const response = await fetch(appPath(`/samples/${RECORDING}`));
    const file = new File([await response.blob()], RECORDING, { type: 'audio/flac' });
    // The small model: the sample is numbers, and nothing has to be downloaded for it.
    const options = { model: 'alcove-digits', language: null, translate: false };
    await services.session(TranscriptionSession).add([file], options);
  },
  '/embeddings': async (services) => {
    await services.session(EmbeddingSession).openSample(readPreferences().embeddingModel);
  },
};

/** Opens the sample of the page at `pathname`. */
export async function openSample(services: Services, pathname: string): Promise<void> {
  const open = SAMPLES[pathname];
  if (!open) return;
  await Promise.all([loadDatabase(), services.ready]);
  await open(services);
}
