import type { ApiDependencies, BatchControl } from '#api/call/call.ts';
import { pause } from '#api/call/device-use.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { BatchStatus } from '#contract/answers/batches-answer.ts';
import type { ApiFile, StoredBatch } from '#storage/api-file-records.ts';
import { isOpen, OPEN_STATUSES } from '#storage/batches.ts';
import { expiredLine, KeyGoneError, type LineSettings, localCard } from './answer-lines.ts';
import { LineWork } from './line-work.ts';
import { checkRequests, readRequests } from './read-requests.ts';

/** One tab of the origin runs batches, however many services there are in it. */
const LOCK = 'alcove-batches';
/** A line has no client that could give up: only a model that hangs is ended. */
const LINE_TIMEOUT_MS = 3_600_000;
/** Milliseconds until work is tried again that could not be read or stored. */
const RETRY_MS = 30_000;
/** Lines in progress at a provider. */
const REMOTE_WIDTH = 4;

interface RunnerOptions {
  /** Null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  createApi: (api: ApiDependencies) => (request: Request) => Promise<Response>;
}

/** Runs the batches of all keys one after another, the oldest first, while the device is idle. */
export class BatchRunner implements BatchControl {
  readonly #api: ApiDependencies;
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #locks: RunnerOptions['locks'];
  #current: { id: string; stop: AbortController } | null = null;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isAsked = false;

  constructor(api: ApiDependencies, { locks, createApi }: RunnerOptions) {
    this.#api = {
      ...api,
      runner: null,
      indexer: null,
      isBackground: true,
      requestTimeoutMs: () => LINE_TIMEOUT_MS,
    };
    this.#handle = createApi(this.#api);
    this.#locks = locks;
  }

  /** Also resumes what another tab or an earlier visit left. */
  wake(): void {
    this.#isAsked = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#runAll()
      .catch((error) => {
        this.#api.report(error);
        this.#isAsked = true;
        return pause(RETRY_MS, new AbortController().signal);
      })
      .finally(() => {
        this.#isRunning = false;
        if (this.#isAsked) this.wake();
      });
  }

  async cancel(id: string): Promise<StoredBatch | null> {
    const changes = { status: 'cancelling', cancellingAt: this.#api.now() } as const;
    const row = await this.#api.batches.change(id, ['validating', 'in_progress'], changes);
    if (!row) return null;
    if (this.#current?.id === id) this.#current.stop.abort();
    // One that waits has nothing to end.
    else this.#conclude(id).catch(this.#api.report);
    return row;
  }

  /** Resolves when there is nothing left to do. */
  async whenDone(): Promise<void> {
    while (this.#isRunning) await this.#running;
  }

  async #runAll(): Promise<void> {
    const { batches, files } = this.#api;
    await files.sweep();
    const work = async () => {
      while (this.#isAsked) {
        this.#isAsked = false;
        for (;;) {
          const [next] = await batches.open();
          if (!next) break;
          await this.#run(next);
        }
      }
    };
    await (this.#locks ? this.#locks.request(LOCK, work) : work());
  }

  async #run(batch: StoredBatch): Promise<void> {
    const stop = new AbortController();
    this.#current = { id: batch.id, stop };
    const left = batch.expiresAt - this.#api.now();
    const timer = setTimeout(() => stop.abort(), Math.max(0, left));
    try {
      const row = batch.status === 'validating' ? await this.#check(batch, stop.signal) : batch;
      if (row?.status === 'in_progress' && left > 0) await this.#answer(row, stop.signal);
      if (await this.#conclude(batch.id)) return;
    } catch (error) {
      this.#api.report(error);
    } finally {
      clearTimeout(timer);
      this.#current = null;
    }
    await pause(RETRY_MS, new AbortController().signal);
  }

  /** @returns the batch as it is then; null where it has ended */
  async #check(batch: StoredBatch, signal: AbortSignal): Promise<StoredBatch | null> {
    const { batches, files, now } = this.#api;
    const file = await files.data(batch.inputFileId);
    if (!file) return this.#fail(batch, 'file_not_found', 'The file of requests was deleted.');
    const { total, model, errors } = await checkRequests(file, batch.endpoint, signal);
    if (signal.aborted) return null;
    if (errors.length > 0) {
      const errorsJson = JSON.stringify(errors);
      return batches.change(batch.id, ['validating'], {
        status: 'failed',
        failedAt: now(),
        errorsJson,
      });
    }
    const changes = { status: 'in_progress', inProgressAt: now(), total, model } as const;
    return batches.change(batch.id, ['validating'], changes);
  }

  async #answer(batch: StoredBatch, stop: AbortSignal): Promise<void> {
    const { batches, files, keys, use } = this.#api;
    const file = await files.data(batch.inputFileId);
    if (!file) {
      await this.#fail(batch, 'file_not_found', 'The file of requests was deleted.');
      return;
    }
    const found = await keys.keyOf(batch.keyId);
    if (!found) {
      await this.cancel(batch.id);
      return;
    }
    const card = localCard(this.#api, batch.model ?? '');
    const { requestsPerMinute, requestsPerDay } = found.stored.limits;
    // A limit of requests counts lines.
    const isCounted = requestsPerMinute !== undefined || requestsPerDay !== undefined;
    const isGrouped = batch.endpoint === '/v1/embeddings' && card !== null && !isCounted;
    const settings: LineSettings = {
      api: this.#api,
      handle: this.#handle,
      endpoint: batch.endpoint,
      key: found.key,
      boundary: batch.boundary,
      record: batch.record ?? null,
      card,
    };
    const width = card ? this.#widthOf(card, isGrouped) : REMOTE_WIDTH;
    const lines = readRequests(file, await batches.answered(batch.id));
    const save = (answers: Parameters<typeof batches.saveLines>[1]) =>
      batches.saveLines(batch.id, answers);
    try {
      await new LineWork(lines, { settings, use, width, isGrouped, save }).run(stop);
    } catch (error) {
      if (!(error instanceof KeyGoneError)) throw error;
      await this.cancel(batch.id);
    }
  }

  /** Lines that are begun: the next ones are read and checked while others are computed, so that the model never waits for them. */
  #widthOf(card: ModelCard, isGrouped: boolean): number {
    const { maxWaiting } = this.#api.engine.slot(card).queue;
    return card.parallel + Math.min(isGrouped ? 1 : card.parallel >> 1, maxWaiting);
  }

  async #fail(batch: StoredBatch, code: string, message: string): Promise<StoredBatch | null> {
    const errors = [{ code, message, line: null, param: 'input_file_id' }];
    return this.#finish(batch, 'failed', { errorsJson: JSON.stringify(errors) });
  }

  /** Ends a batch that was answered, cancelled, or whose time is over. @returns whether nothing is left to do */
  async #conclude(id: string): Promise<boolean> {
    const { batches, now } = this.#api;
    const row = await batches.find(id);
    if (!row || !isOpen(row.status)) return true;
    if (row.status === 'cancelling') {
      await this.#finish(row, 'cancelled');
      return true;
    }
    const isAnswered = row.status !== 'validating' && row.completed + row.failed >= row.total;
    if (isAnswered) {
      const changes = { status: 'finalizing', finalizingAt: now() } as const;
      await batches.change(id, ['in_progress'], changes);
      await this.#finish(row, 'completed');
      return true;
    }
    if (now() < row.expiresAt) return false;
    await this.#finish(row, 'expired');
    return true;
  }

  /** Writes the files of a batch and ends it; again where a closed tab ended that in between. */
  async #finish(
    batch: StoredBatch,
    status: 'completed' | 'failed' | 'expired' | 'cancelled',
    more: Partial<StoredBatch> = {},
  ): Promise<StoredBatch | null> {
    const { batches, now } = this.#api;
    const output: Blob[] = [];
    const errors: Blob[] = [];
    for await (const lines of batches.lines(batch.id)) {
      const texts = (isError: boolean) =>
        lines.filter((line) => line.isError === isError).map(({ text }) => `${text}\n`);
      output.push(new Blob(texts(false)));
      errors.push(new Blob(texts(true)));
    }
    if (status === 'expired') for await (const part of this.#unanswered(batch)) errors.push(part);
    const outputFile = await this.#write(batch, 'output', new Blob(output));
    const errorFile = await this.#write(batch, 'error', new Blob(errors));
    const at = {
      completed: 'completedAt',
      failed: 'failedAt',
      expired: 'expiredAt',
      cancelled: 'cancelledAt',
    } as const;
    const ended = await batches.change(batch.id, [...OPEN_STATUSES] as BatchStatus[], {
      ...more,
      status,
      [at[status]]: now(),
      outputFileId: outputFile?.id ?? null,
      errorFileId: errorFile?.id ?? null,
    });
    await batches.dropLines(batch.id);
    return ended;
  }

  /** Lines of errors for the requests that a batch had no time for. */
  async *#unanswered(batch: StoredBatch): AsyncGenerator<Blob> {
    const { batches, files } = this.#api;
    const file = await files.data(batch.inputFileId);
    if (!file) return;
    for await (const { customId } of readRequests(file, await batches.answered(batch.id))) {
      yield new Blob([`${expiredLine({ api: this.#api }, customId)}\n`]);
    }
  }

  /** Under an id of the batch: written twice, it is one file. */
  async #write(
    { id, keyId, keepMs }: StoredBatch,
    kind: 'output' | 'error',
    data: Blob,
  ): Promise<ApiFile | null> {
    if (data.size === 0) return null;
    const at = this.#api.now();
    const file = {
      id: `file-${kind}-${id.replace('batch_', '')}`,
      keyId,
      name: `${id}_${kind}.jsonl`,
      purpose: 'batch_output',
      data,
      at,
      expiresAt: at + keepMs,
    } as const;
    // Computed answers must not be lost for the quota of the key.
    return this.#api.files.add(file, { isLimited: false });
  }
}
