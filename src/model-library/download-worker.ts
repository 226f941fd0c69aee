import { expose } from 'comlink';
import type { ModelCard } from '#catalog/model-card.ts';
import { discardDamaged } from '#model-files/discard-damaged.ts';
import { downloadFile } from '#model-files/download-file.ts';
import { FileStore } from '#model-files/file-store.ts';
import { DownloadError, type DownloadFault, type ModelFile } from '#model-files/model-file.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { reportedFetch } from '#transport/sent-requests.ts';
import { describeAddress, listGgufFiles } from './describe-address.ts';
import { downloadProblem } from './download-problem.ts';
import { type DownloadPlan, planDownload } from './plan-download.ts';

/** How a download ended: errors lose their fields on the way between threads. */
export type DownloadOutcome =
  | { kind: 'done' }
  | { kind: 'stopped' }
  | { kind: 'failed'; fault: DownloadFault | null; message: string };

/** Milliseconds between two words about progress. */
const REPORT_MS = 200;

const controller = new AbortController();

const downloads = {
  /** What a model consists of. Rejects with a sentence. */
  plan: (card: ModelCard, hub: string): Promise<DownloadPlan> =>
    planDownload(card, hub, controller.signal),
  /** A card for a repository or the address of a GGUF file. Rejects with a sentence. */
  describe: describeAddress,
  /** The GGUF files of a repository that has nothing else. Rejects with a sentence. */
  listGgufFiles,
  /** Brings the files of a model, in sequence; `onBytes` gets the bytes stored so far. */
  async download(
    model: string,
    files: readonly ModelFile[],
    onBytes: (loaded: number) => void,
  ): Promise<DownloadOutcome> {
    const store = new FileStore();
    let before = 0;
    let reportedAt = 0;
    try {
      for (const file of files) {
        let here = 0;
        await downloadFile(store, model, file, {
          signal: controller.signal,
          fetch: (...args) => fetch(...args),
          onBytes: (bytes) => {
            here = bytes;
            if (performance.now() - reportedAt < REPORT_MS) return;
            reportedAt = performance.now();
            onBytes(before + bytes);
          },
        });
        before += here;
        onBytes(before);
      }
      return { kind: 'done' };
    } catch (error) {
      if (controller.signal.aborted) return { kind: 'stopped' };
      const fault = error instanceof DownloadError ? error.fault : null;
      return {
        kind: 'failed',
        fault,
        message: downloadProblem(error),
      };
    }
  },
  /** Fetches files of the app that a model needs: the service worker stores them as they pass. */
  async fetchOwn(addresses: readonly string[]): Promise<void> {
    const { signal } = controller;
    await Promise.all(addresses.map(async (at) => (await fetch(at, { signal })).arrayBuffer()));
  },
  /** Paths of the stored files that are not as they were downloaded: they are discarded. `onStep`: it is still at it. */
  async check(model: string, onStep: () => void): Promise<string[]> {
    return discardDamaged(new FileStore(), model, onStep);
  },
  /** Ends the download; its parts stay. */
  stop(): void {
    controller.abort();
  },
};

export type Downloads = typeof downloads;

// Before anything asks: whatever leaves through this thread is counted.
self.fetch = reportedFetch('models', self.fetch.bind(self));
allowOwnScripts();
expose(downloads);
