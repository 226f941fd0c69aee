import { createStore } from 'zustand/vanilla';
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
import { canRetry } from '#ui/chat/session/conversation-state.ts';
import type { Shelf, ShelfState } from '#ui/chat/session/documents.ts';
import { removeChats } from '#ui/chat/session/remove-chats.ts';
import { projectsText } from '#ui/messages/projects.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { FolderLook } from './look-into-folder.ts';

/** The documents of one project. They are read whichever page is shown, until the project is deleted. */
export class ProjectShelf implements Shelf {
  readonly id: string;
  readonly ports: SessionPorts;
  readonly state = createStore<ShelfState>(() => ({ reading: [], problems: [] }));
  /** What the last look into each folder found, by its id. */
  readonly looks = createStore<Readonly<Record<string, FolderLook>>>(() => ({}));
  readonly #end = new AbortController();
  /** Files are read one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

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
    this.state.setState(({ problems }) => ({ problems: problems.filter(canRetry) }));
    await this.#run(async () => {
      const { addDocumentFile, addEach } = await import('#ui/chat/session/add-files.ts');
      const again = (file: File) => void this.addFiles([file]).catch(reportError);
      await addEach(this, files, (file) => addDocumentFile(this, file), again);
    });
  }

  /** Adds a folder whose files are followed: it is looked at again when the project is opened, or by a press. */
  async addFolder(handle: FileSystemDirectoryHandle): Promise<void> {
    const { projectFolders } = await this.ports.store.opened;
    const own = await projectFolders.where('conversationId').equals(this.id).toArray();
    for (const folder of own)
      if (await folder.handle?.isSameEntry(handle)) return this.look(folder.id, true);
    const id = crypto.randomUUID();
    const row = { id, conversationId: this.id, name: handle.name, handle, files: [], lookedAt: 0 };
    await projectFolders.add(row);
    await this.look(id, true);
  }

  /**
   * Reads what changed in a folder. `isPressed`: the browser may ask whether that is allowed; otherwise nothing is done
   * where it would have to. @throws DOMException, FolderTooLarge
   */
  async look(folderId: string, isPressed: boolean): Promise<void> {
    const { projectFolders } = await this.ports.store.opened;
    const { mayRead } = await import('./watched-folder.ts');
    const handle = (await projectFolders.get(folderId))?.handle;
    if (!handle || !(await mayRead(handle, isPressed))) return;
    const { lookIntoFolder } = await import('./look-into-folder.ts');
    const again = () => void this.look(folderId, true).catch(reportError);
    const look = async (lock: Lock | null) => {
      const folder = lock && (await projectFolders.get(folderId));
      if (!folder) return;
      const found = await lookIntoFolder(this, { ...folder, handle }, again);
      this.looks.setState({ [folderId]: found });
    };
    // Two tabs would read each file twice.
    const only = { ifAvailable: true };
    await this.#run(() => this.ports.locks.request(`alcove-folder-${folderId}`, only, look));
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

  /** Removes the documents of files that are not in their folder any more; a toast offers to undo it. */
  async removeGone(id: string, files: readonly FolderFile[]): Promise<void> {
    const database = await this.#ports.store.opened;
    const undos: (() => Promise<void>)[] = [];
    for (const { documentId } of files) {
      const document = documentId === null ? null : await database.documents.get(documentId);
      if (document?.conversationId === id) undos.push(await removeDocument(database, document));
    }
    const run = async () => {
      for (const undo of undos) await undo();
    };
    const text = projectsText.goneRemoved(undos.length);
    this.#ports.notify({ text, action: { label: projectsText.undo, run } });
  }

  /** Stops following a folder; its files stay. A toast offers to undo it. */
  async unfollow(folder: ProjectFolder): Promise<void> {
    const { projectFolders } = await this.#ports.store.opened;
    await projectFolders.delete(folder.id);
    const run = async () => {
      await projectFolders.put(folder);
    };
    const text = projectsText.unfollowed(folder.name);
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
