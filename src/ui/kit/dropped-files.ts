/** A file, and its path within the folder that was dropped or chosen; only its name where there was no folder. */
export interface PathFile {
  path: string;
  file: File;
}

/** The files of a drop, and those inside its folders that `accepts` takes, in the order of their names. */
export async function droppedFiles(
  data: DataTransfer,
  accepts: (file: File) => boolean,
): Promise<File[]> {
  return acceptedFiles(await droppedTree(data), accepts);
}

/** The files that were dropped themselves, and those inside folders that `accepts` takes. */
export function acceptedFiles(
  found: readonly PathFile[],
  accepts: (file: File) => boolean,
): File[] {
  return found.filter(({ path, file }) => !path.includes('/') || accepts(file)).map((f) => f.file);
}

/** All files of a drop and of its folders with their paths, in the order of their names. */
export async function droppedTree(data: DataTransfer): Promise<PathFile[]> {
  return (await readDrop(data, false)).files;
}

/** A drop whose folders can be read again later, where the browser has handles of them; elsewhere their files are in `files`. */
export function droppedFolders(data: DataTransfer): Promise<Drop> {
  return readDrop(data, true);
}

interface Drop {
  files: PathFile[];
  folders: FileSystemDirectoryHandle[];
}

/** Types of browsers that have no handles of dropped files lack it. */
interface HandleItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

async function readDrop(data: DataTransfer, wantsFolders: boolean): Promise<Drop> {
  // Entries must be read before the first wait: the list is emptied after the event.
  const items = [...data.items].map((item) => {
    const entry = item.webkitGetAsEntry();
    const isFolder = wantsFolders && entry?.isDirectory === true;
    const handle = isFolder ? (item as HandleItem).getAsFileSystemHandle?.() : undefined;
    // Read as files instead.
    return { entry, file: item.getAsFile(), handle: handle?.catch(() => null) };
  });
  const found = await Promise.all(
    items.map(async ({ entry, file, handle }): Promise<Drop> => {
      const folder = await handle;
      if (folder?.kind === 'directory')
        return { files: [], folders: [folder as FileSystemDirectoryHandle] };
      if (entry?.isDirectory) return { files: await filesOf(entry, ''), folders: [] };
      return { files: file ? [{ path: file.name, file }] : [], folders: [] };
    }),
  );
  return {
    files: found.flatMap(({ files }) => files),
    folders: found.flatMap(({ folders }) => folders),
  };
}

/** Files of a chosen folder with their paths. */
export function chosenTree(files: readonly File[]): PathFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<PathFile[]> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // A reader returns a folder in parts; an empty part is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    children.push(...part);
  }
  children.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return (await Promise.all(children.map((child) => filesOf(child, `${path}/`)))).flat();
}
