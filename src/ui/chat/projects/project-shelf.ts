import { createStore } from 'zustand/vanilla';
import { anySignal } from '#base/promises.ts';
import type {
  ChatDocument,
  FolderFile,
  PagePicture,
  Passage,
  Project,
  ProjectFolder,
} from '#storage/chat-records.ts';
import {
  addToProject,
  type OpenProject,
  readProject,
  removeDocument,
  removeProject,
} from '#storage/projects.ts';
import type { ChatBook } from '#ui/chat/session/chat-book.ts';
import { folded } from '#ui/chat/session/conversation-state.ts';
import type { Shelf, ShelfState } from '#ui/chat/session/documents.ts';
import { removeChats } from '#ui/chat/session/remove-chats.ts';
import { projectsText } from '#ui/messages/projects.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { FolderLook } from './look-into-folder.ts';

/** Why the last look into a folder did not happen. */
export interface NoLook {
  problem: 'other-tab' | 'not-allowed';
}

/** The documents of one project. They are read whichever page is shown, until the project is deleted. */
export class ProjectShelf implements Shelf {
  readonly id: string;
  readonly ports: SessionPorts;
  readonly state = createStore<ShelfState>(() => ({ reading: [], problems: [] }));
  /** What the last look into each folder found, or why there was none, by its id. */
  readonly looks = createStore<Readonly<Record<string, FolderLook | NoLook>>>(() => ({}));
  /** Looks that wait for their turn, and the one that is being taken, by the id of the folder. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #looking = new Map<string, { end: () => void; done: Promise<void> }>();
  readonly #end = new AbortController();
  /** Files are read one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  /** Rows of folders are added one after the other: each is compared with those before. */
  #rows: Promise<unknown> = Promise.resolve();

  constructor(id: string, ports: SessionPorts) {
    this.id = id;
    this.ports = ports;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Ends all reading: the project is deleted. */
  end(): void {
    this.#end.abort();
  }

  async ensureRow(): Promise<void> {}

  async addDocument(
    document: ChatDocument,
    passages: readonly Passage[],
    pictures: readonly PagePicture[],
  ): Promise<void> {
    await addToProject(await this.ports.store.opened, document, passages, pictures);
  }

  /** Reads files, one after the other; those that cannot be read are named in `problems`. */
  async addFiles(files: readonly File[]): Promise<void> {
    this.state.setState(({ problems }) => ({ problems: folded(problems) }));
    await this.#run(async () => {
      const { addDocumentFile, addEach } = await import('#ui/chat/session/add-files.ts');
      const again = (file: File) => void this.addFiles([file]).catch(reportError);
      await addEach(this, files, (file) => addDocumentFile(this, file), again);
    });
  }

  /** Adds a folder whose files are followed: it is looked at again when the project is opened, or by a press. */
  async addFolder(handle: FileSystemDirectoryHandle): Promise<void> {
    const row = this.#rows.then(() => this.#addRow(handle));
    this.#rows = row.catch(() => {});
    await this.look(await row, true);
  }

  /** @returns the id of its row, a known one where the folder is followed already */
  async #addRow(handle: FileSystemDirectoryHandle): Promise<string> {
    const { projectFolders } = await this.ports.store.opened;
    const own = await projectFolders.where('conversationId').equals(this.id).toArray();
    const { findFollowed } = await import('#ui/state/watched-folder.ts');
    const known = await findFollowed(own, handle);
    if (known?.handle) return known.id;
    const fresh = { id: crypto.randomUUID(), conversationId: this.id, files: [], lookedAt: 0 };
    const row = { ...(known ?? { ...fresh, name: handle.name }), handle };
    await projectFolders.put(row);
    this.ports.notify({ text: projectsText.followed(row.name) });
    return row.id;
  }

  /**
   * Reads what changed in a folder. `isPressed`: the browser may ask whether that is allowed; otherwise nothing is done
   * where it would have to. @throws DOMException, FolderTooLarge
   */
  look(folderId: string, isPressed: boolean): Promise<void> {
    // Several of its files may ask for it together: one look that has not begun answers them all.
    const key = `${folderId} ${isPressed}`;
    const asked =
      this.#asked.get(key) ??
      this.#look(folderId, isPressed, key).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  async #look(folderId: string, isPressed: boolean, key: string): Promise<void> {
    const { projectFolders } = await this.ports.store.opened;
    const { mayRead } = await import('#ui/state/watched-folder.ts');
    const handle = (await projectFolders.get(folderId))?.handle;
    if (!handle) return;
    const show = (look: FolderLook | NoLook) => this.looks.setState({ [folderId]: look });
    if (!(await mayRead(handle, isPressed))) {
      if (isPressed) show({ problem: 'not-allowed' });
      return;
    }
    const look = async (lock: Lock | null) => {
      this.#asked.delete(key);
      if (!lock) return show({ problem: 'other-tab' });
      const folder = await projectFolders.get(folderId);
      if (folder) await this.#lookInto({ ...folder, handle }).then((found) => found && show(found));
    };
    // Two tabs would read each file twice.
    const only = { ifAvailable: true };
    await this.#run(() => this.ports.locks.request(`alcove-folder-${folderId}`, only, look));
  }

  /** @returns null where it was ended */
  async #lookInto(
    folder: ProjectFolder & { handle: FileSystemDirectoryHandle },
  ): Promise<FolderLook | null> {
    const { lookIntoFolder } = await import('./look-into-folder.ts');
    const { signal, abort, release } = anySignal([this.signal]);
    const again = () => void this.look(folder.id, true).catch(reportError);
    const shelf: Shelf = {
      id: this.id,
      ports: this.ports,
      signal,
      state: this.state,
      ensureRow: () => this.ensureRow(),
      addDocument: (...parts) => this.addDocument(...parts),
    };
    const looking = lookIntoFolder(shelf, folder, again);
    const done = looking.then(
      () => {},
      () => {},
    );
    this.#looking.set(folder.id, { end: abort, done });
    try {
      return await looking;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      release();
      this.#looking.delete(folder.id);
    }
  }

  /** Ends a look in progress: its folder is not followed any more. */
  async stopLooking(folderId: string): Promise<void> {
    const looking = this.#looking.get(folderId);
    looking?.end();
    await looking?.done;
  }

  async addRecording(recordingId: string): Promise<void> {
    await this.#run(async () => {
      const { addTranscript } = await import('#ui/chat/session/documents.ts');
      await addTranscript(this, recordingId);
    });
  }

  /** Reads the refused files again that may be read now. */
  retry(): void {
    const { problems } = this.state.getState();
    this.discard();
    for (const { retry } of problems) retry?.();
  }

  discard(): void {
    this.state.setState({ problems: [] });
  }

  #run(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(async () => {
      if (!this.signal.aborted) await work();
    });
    this.#queue = done.catch(() => {});
    // The project was deleted meanwhile.
    return done.catch((error: unknown) => {
      if (!this.signal.aborted) throw error;
    });
  }
}

/** The projects: made, changed and deleted; with the files that are being read for them. */
export class Projects {
  readonly #ports: SessionPorts;
  readonly #shelves = new Map<string, ProjectShelf>();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  shelf(id: string): ProjectShelf {
    const known = this.#shelves.get(id);
    if (known) return known;
    const shelf = new ProjectShelf(id, this.#ports);
    this.#shelves.set(id, shelf);
    return shelf;
  }

  /** @returns the id of the new project */
  async create(name: string): Promise<string> {
    const now = this.#ports.clock();
    const id = crypto.randomUUID();
    const { projects } = await this.#ports.store.opened;
    await projects.add({ id, name, instructions: '', createdAt: now, updatedAt: now });
    return id;
  }

  async change(
    id: string,
    changes: Partial<Pick<Project, 'name' | 'instructions'>>,
  ): Promise<void> {
    const { projects } = await this.#ports.store.opened;
    await projects.update(id, { ...changes, updatedAt: this.#ports.clock() });
  }

  async read(id: string): Promise<OpenProject | null> {
    return readProject(await this.#ports.store.opened, id);
  }

  /** Removes a file; a toast offers to undo it. */
  async removeDocument(document: ChatDocument): Promise<void> {
    const undo = await removeDocument(await this.#ports.store.opened, document);
    const text = projectsText.fileRemoved(document.name);
    this.#ports.notify({ text, action: { label: projectsText.undo, run: undo } });
  }

  /**
   * Removes the documents of files that are not in their folder any more, which forgets them: one that comes back is new.
   * A toast offers to undo it.
   */
  async removeGone(id: string, files: readonly FolderFile[]): Promise<void> {
    const database = await this.#ports.store.opened;
    const undos: (() => Promise<void>)[] = [];
    for (const { documentId } of files) {
      const document = documentId === null ? null : await database.documents.get(documentId);
      if (document?.conversationId === id) undos.push(await removeDocument(database, document));
    }
    const { forgetFiles } = await import('./look-into-folder.ts');
    undos.push(await forgetFiles(database, id, files));
    const run = async () => {
      for (const undo of undos) await undo();
    };
    const text = projectsText.goneRemoved(undos.length - 1);
    this.#ports.notify({ text, action: { label: projectsText.undo, run } });
  }

  /** Stops following a folder; its files stay. A toast offers to undo it. */
  async unfollow({ id, conversationId, name }: ProjectFolder): Promise<void> {
    const { projects, projectFolders } = await this.#ports.store.opened;
    // Before the row is read: undone, it has to know all files that were read.
    await this.shelf(conversationId).stopLooking(id);
    const row = await projectFolders.get(id);
    await projectFolders.delete(id);
    const run = async () => {
      if (row && (await projects.get(conversationId))) await projectFolders.put(row);
    };
    const text = projectsText.unfollowed(name);
    this.#ports.notify({ text, action: { label: projectsText.undo, run } });
  }

  /** Deletes a project with its files, and its chats where that is wanted. A toast offers to undo it. */
  async remove(
    book: ChatBook,
    { id, name }: Project,
    withChats: boolean,
    show: (path: string) => void,
  ): Promise<void> {
    this.#shelves.get(id)?.end();
    this.#shelves.delete(id);
    const database = await this.#ports.store.opened;
    const rows = (await book.ports.store.conversations.list()).filter((row) => row.project === id);
    await removeChats(book, withChats ? rows : [], show, {
      text: projectsText.deleted(name),
      remove: () => removeProject(database, id),
    });
  }
}
