import type { TranscriptChange } from '#storage/transcript-edits.ts';

type Write = (change: TranscriptChange, revision: string) => Promise<void>;

/** Stores changes in order, one write at a time; changes during a write are stored together after it. */
export class WriteQueue {
  readonly #write: Write;
  readonly #revisions = new Set<string>();
  #waiting: TranscriptChange[] = [];
  #writing: TranscriptChange[] = [];
  #running: Promise<void> | null = null;

  readonly #onError: (error: unknown) => void;

  constructor(write: Write, onError: (error: unknown) => void) {
    this.#write = write;
    this.#onError = onError;
  }

  add(change: TranscriptChange): void {
    this.#waiting.push(change);
    // A running queue includes it.
    if (!this.#running) this.#start().catch(this.#onError);
  }

  /** Whether a stored revision was written here. */
  made(revision: string | null): boolean {
    return revision !== null && this.#revisions.has(revision);
  }

  /** Changes not stored yet, as one change, with the revisions made so far; null without any. */
  unsaved(): { change: TranscriptChange; revisions: string[] } | null {
    const changes = [...this.#writing, ...this.#waiting];
    return changes.length > 0
      ? { change: together(changes), revisions: [...this.#revisions] }
      : null;
  }

  /** Resolves when everything is stored. @throws the failure of the last write. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0) await this.#start();
    await this.#running;
  }

  #start(): Promise<void> {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const changes = this.#waiting;
      const revision = crypto.randomUUID();
      this.#revisions.add(revision);
      this.#waiting = [];
      this.#writing = changes;
      try {
        await this.#write(together(changes), revision);
      } catch (error) {
        // Not lost: tried again with the next change.
        this.#waiting = [...changes, ...this.#waiting];
        throw error;
      } finally {
        this.#writing = [];
      }
    }
  }
}

/** Several changes as one: the last word on each segment. */
function together(changes: readonly TranscriptChange[]): TranscriptChange {
  const put = new Map<string, TranscriptChange['put'][number]>();
  const remove = new Set<string>();
  let speakers: TranscriptChange['speakers'];
  for (const change of changes) {
    for (const id of change.remove) {
      put.delete(id);
      remove.add(id);
    }
    for (const segment of change.put) {
      remove.delete(segment.id);
      put.set(segment.id, segment);
    }
    speakers = change.speakers ?? speakers;
  }
  return { remove: [...remove], put: [...put.values()], speakers };
}
