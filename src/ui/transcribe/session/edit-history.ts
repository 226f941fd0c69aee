import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';

/** The segments that a change concerns, as they were or are; speakers only where they changed. */
interface Version {
  segments: readonly StoredSegment[];
  speakers: readonly Speaker[] | undefined;
}

export interface Edit {
  before: Version;
  after: Version;
  /** Edits with the same name that follow each other quickly are undone together; null for none. */
  joins: string | null;
  /** Unix milliseconds. */
  at: number;
}

/** Milliseconds without a key after which typing on is a new edit. */
const PAUSE_MS = 1_000;
/** Edits that can be undone. */
const MAX_EDITS = 1_000;

/** What can be undone and redone in one transcript. */
export class EditHistory {
  #done: Edit[] = [];
  #undone: Edit[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  add(edit: Edit): void {
    this.#undone = [];
    const last = this.#done.at(-1);
    const isSame = edit.joins !== null && last?.joins === edit.joins;
    if (last && isSame && edit.at - last.at < PAUSE_MS) {
      this.#done[this.#done.length - 1] = { ...edit, before: last.before };
      return;
    }
    this.#done.push(edit);
    if (this.#done.length > MAX_EDITS) this.#done.shift();
  }

  undo(): Edit | null {
    const edit = this.#done.pop();
    if (edit) this.#undone.push(edit);
    return edit ?? null;
  }

  redo(): Edit | null {
    const edit = this.#undone.pop();
    // The next input starts a new edit.
    if (edit) this.#done.push({ ...edit, joins: null });
    return edit ?? null;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }
}
