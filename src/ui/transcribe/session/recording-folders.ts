import { createStore } from 'zustand/vanilla';
import type { FolderRecording, RecordingFolder } from '#storage/transcript-records.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { formatCount } from '#ui/kit/format.ts';
import { foldersText } from '#ui/messages/folders.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import {
  compare,
  FolderTooLarge,
  type FoundFile,
  filesIn,
  findFollowed,
  MAX_FILES,
  mayRead,
} from '#ui/state/watched-folder.ts';
import { isSound } from './add-files.ts';

/** What the last look into a folder found; `problem`: why there was none, as a sentence. */
export interface RecordingLook {
  problem: string | null;
  /** Files whose size or time may still change. */
  unfinished: number;
  /** Files that could not be added since the app was opened, and why. */
  refused: readonly { path: string; reason: string }[];
}

/** Adds recordings to the queue. @returns their ids */
type Add = (files: readonly File[], options: TranscriptionOptions) => Promise<string[]>;

/** Milliseconds between two looks, and those for which a file must not change before it is added. */
const TIMES = { look: 10_000, settle: 5_000 };
/** Times a look's own length that pass before the next: a folder on a network may be slow. */
const REST = 20;
/** Paths that a folder's row has at most: without those that are not there any more then. */
const MAX_KNOWN = 10_000;
const NO_LOOK: RecordingLook = { problem: null, unfinished: 0, refused: [] };

/** A file as it was seen first in its present state. */
interface Seen {
  bytes: number;
  modifiedAt: number;
  since: number;
}

/** The folders whose new recordings are transcribed, whichever page of the app is open. */
export class RecordingFolders {
  readonly looks = createStore<Readonly<Record<string, RecordingLook>>>(() => ({}));
  readonly #ports: SessionPorts;
  readonly #times: typeof TIMES;
  readonly #seen = new Map<string, Map<string, Seen>>();
  readonly #looking = new Map<string, { end: AbortController; done: Promise<void> }>();
  #add: Add | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rows: Promise<unknown> = Promise.resolve();

  constructor(ports: SessionPorts, times = TIMES) {
    this.#ports = ports;
    this.#times = times;
  }

  /** Looks into all folders now, and again and again while there are any. */
  follow(add: Add): void {
    const isFirst = this.#add === null;
    this.#add = add;
    if (isFirst) this.#ports.onLeave(() => this.#ports.isVisible() && this.#lookSoon(0));
    this.#lookSoon(0);
  }

  /** Follows a folder. */
  async addFolder(handle: FileSystemDirectoryHandle, options: TranscriptionOptions): Promise<void> {
    const row = this.#rows.then(() => this.#addRow(handle, options));
    this.#rows = row.catch(() => {});
    await this.look(await row, true);
    this.#lookSoon(this.#times.settle);
  }

  /** @returns the id of its row, a known one where the folder is followed already */
  async #addRow(handle: FileSystemDirectoryHandle, options: TranscriptionOptions): Promise<string> {
    const { recordingFolders } = await this.#ports.store.opened;
    const known = await findFollowed(await recordingFolders.toArray(), handle);
    const fresh = { id: crypto.randomUUID(), name: handle.name, files: [], lookedAt: 0 };
    const row = { ...(known ?? fresh), handle, options };
    await recordingFolders.put(row);
    this.#ports.notify({ text: foldersText.recordingsFollowed(row.name) });
    return row.id;
  }

  /** Stops following a folder; its recordings stay. A toast offers to undo it. */
  async unfollow({ id, name }: Pick<RecordingFolder, 'id' | 'name'>): Promise<void> {
    const { recordingFolders } = await this.#ports.store.opened;
    const looking = this.#looking.get(id);
    looking?.end.abort();
    // Before the row is read: undone, it has to know all files that were added.
    await looking?.done;
    const row = await recordingFolders.get(id);
    await recordingFolders.delete(id);
    const run = async () => {
      if (row) await recordingFolders.put(row);
      this.#lookSoon(0);
    };
    const text = foldersText.recordingsUnfollowed(name);
    this.#ports.notify({ text, action: { label: foldersText.undo, run } });
  }

  #lookSoon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#lookIntoAll().catch(reportError), ms);
  }

  async #lookIntoAll(): Promise<void> {
    const { recordingFolders } = await this.#ports.store.opened;
    const ids = await recordingFolders.toCollection().primaryKeys();
    const start = this.#ports.clock();
    for (const id of ids) await this.look(id, false);
    const took = this.#ports.clock() - start;
    const isOpen = ids.some((id) => this.#seen.get(id)?.size);
    const { look, settle } = this.#times;
    if (ids.length > 0) this.#lookSoon(Math.max(isOpen ? settle : look, REST * took));
  }

  /** Adds the new recordings of a folder. `isPressed`: the browser may ask whether that is allowed, and refused files are tried again. */
  async look(id: string, isPressed: boolean): Promise<void> {
    await this.#looking.get(id)?.done;
    const end = new AbortController();
    const done = this.#look(id, isPressed, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) this.#show(id, { problem: explain(error) });
    });
    const looking = { end, done };
    this.#looking.set(id, looking);
    await done;
    if (this.#looking.get(id) === looking) this.#looking.delete(id);
  }

  async #look(id: string, isPressed: boolean, signal: AbortSignal): Promise<void> {
    const { recordingFolders } = await this.#ports.store.opened;
    const handle = (await recordingFolders.get(id))?.handle;
    if (!handle) return;
    if (!(await mayRead(handle, isPressed))) {
      const refused = foldersText['not-allowed'];
      // A look of the clock does not hide that a press was refused.
      const isRefused = isPressed || this.looks.getState()[id]?.problem === refused;
      this.#show(id, { problem: isRefused ? refused : foldersText.askToLook });
      return;
    }
    // Two tabs would add each file twice.
    const only = { ifAvailable: true };
    await this.#ports.locks.request(`alcove-folder-${id}`, only, async (lock) => {
      const folder = lock && (await recordingFolders.get(id));
      if (folder) await this.#lookInto({ ...folder, handle }, isPressed, signal);
    });
  }

  async #lookInto(
    folder: RecordingFolder & { handle: FileSystemDirectoryHandle },
    isPressed: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, handle, files, options } = folder;
    const { recordings, recordingFolders } = await this.#ports.store.opened;
    const found = await filesIn(handle, signal, (name) => isSound({ name, type: '' }));
    const present = new Set(await recordings.toCollection().primaryKeys());
    const isRemoved = (file: FolderRecording) =>
      file.recordingId !== null && !present.has(file.recordingId);
    const known = isPressed ? files.filter(({ recordingId }) => recordingId !== null) : files;
    const { toRead } = compare(known, found, isRemoved);
    const settled = this.#settled(id, toRead);
    const show = () => this.#show(id, { problem: null, unfinished: this.#seen.get(id)?.size ?? 0 });
    show();
    const there = new Set(found.map(({ path }) => path));
    for (const one of settled) {
      signal.throwIfAborted();
      await this.#addFile(id, one, options, there);
    }
    await recordingFolders.update(id, { lookedAt: this.#ports.clock() });
  }

  /** The files that have not changed for a while; the others are looked at again. */
  #settled(id: string, toRead: readonly FoundFile[]): FoundFile[] {
    const before = this.#seen.get(id);
    const now = this.#ports.clock();
    const open = new Map<string, Seen>();
    const settled = toRead.filter(({ path, file }) => {
      const state = { bytes: file.size, modifiedAt: file.lastModified };
      const last = before?.get(path);
      const isSame = last?.bytes === state.bytes && last.modifiedAt === state.modifiedAt;
      const since = isSame ? last.since : now;
      // An empty one is about to be written.
      if (file.size > 0 && now - since >= this.#times.settle) return true;
      open.set(path, { ...state, since });
      return false;
    });
    this.#seen.set(id, open);
    return settled;
  }

  /** One that is refused is named once, and known: it is tried again when it changes. */
  async #addFile(
    id: string,
    { path, file }: FoundFile,
    options: TranscriptionOptions,
    there: ReadonlySet<string>,
  ): Promise<void> {
    const { recordingFolders } = await this.#ports.store.opened;
    const others = (this.looks.getState()[id]?.refused ?? []).filter((one) => one.path !== path);
    let recordingId: string | null = null;
    try {
      recordingId = (await this.#add?.([file], options))?.[0] ?? null;
      this.#show(id, { refused: others });
    } catch (error) {
      this.#show(id, { refused: [...others, { path, reason: describeError(error) }] });
    }
    const known = { path, recordingId, bytes: file.size, modifiedAt: file.lastModified };
    await recordingFolders
      .where('id')
      .equals(id)
      .modify((row) => {
        const rest = row.files.filter((one) => one.path !== path);
        const isFull = rest.length >= MAX_KNOWN;
        row.files = [...(isFull ? rest.filter((one) => there.has(one.path)) : rest), known];
      });
  }

  #show(id: string, look: Partial<RecordingLook>): void {
    const before = this.looks.getState()[id] ?? NO_LOOK;
    this.looks.setState({ [id]: { ...before, ...look } });
  }
}

/** Why a folder could not be read. */
function explain(error: unknown): string {
  if (error instanceof FolderTooLarge) return foldersText.tooMany(formatCount(MAX_FILES));
  const isGone = error instanceof DOMException && error.name === 'NotFoundError';
  return isGone ? foldersText.folderGone : describeError(error);
}
