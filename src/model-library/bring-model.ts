import { proxy } from 'comlink';
import type { ModelCard, ModelDevice } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { READER_ADDRESSES } from '#catalog/voice-reader.ts';
import { DownloadError } from '#model-files/model-file.ts';
import type { DownloadOutcome } from './download-worker.ts';
import type { DownloadPlan } from './plan-download.ts';
import { folderOf } from './stored-model.ts';
import { withConversions, withDownloads } from './with-workers.ts';

interface Bringing {
  hub: string;
  device: ModelDevice;
  signal: AbortSignal;
  /** What will be downloaded is known. */
  onPlan: (plan: DownloadPlan) => Promise<void>;
  /** Bytes that are stored so far. */
  onLoaded: (bytes: number) => void;
  /** The download is whole, and its conversion begins: `onLoaded` counts from 0 again. */
  onConversion: () => Promise<void>;
}

/**
 * Downloads the files of a model, or the rest of them, and converts them where they are a GGUF file.
 * @returns false when the signal ended it; what came stays. @throws AbortError where it ended it between steps, DownloadError, Error with a sentence for people
 */
export async function bringModel(card: ModelCard, work: Bringing): Promise<boolean> {
  const { hub, device, signal } = work;
  const folder = folderOf(card);
  const isDownloaded = await withDownloads(async (downloads, alive) => {
    // A person may have paused while the worker started.
    signal.throwIfAborted();
    signal.addEventListener('abort', () => void downloads.stop(), { once: true });
    const plan = await downloads.plan(traitsOf(card).fixedDevice ? card : { ...card, device }, hub);
    await work.onPlan(plan);
    // Where it fails the first use fetches them, and says so without a network.
    if (card.task === 'voice') await downloads.fetchOwn(READER_ADDRESSES).catch(() => {});
    return settle(await downloads.download(folder, plan.files, reported(alive, work)));
  });
  if (!isDownloaded || !card.source?.gguf) return isDownloaded;
  signal.throwIfAborted();
  await work.onConversion();
  return withConversions(async (conversions, alive) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => void conversions.stop(), { once: true });
    const { downloadBytes } = card;
    return settle(
      await conversions.convertDownloaded(folder, downloadBytes, reported(alive, work)),
    );
  });
}

const reported = (alive: () => void, { onLoaded }: Bringing) =>
  proxy((bytes: number) => {
    alive();
    onLoaded(bytes);
  });

function settle(outcome: DownloadOutcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'done';
  const { fault, message } = outcome;
  throw fault === null ? new Error(message) : new DownloadError(fault, message);
}
