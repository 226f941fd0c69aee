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
  const found = await droppedTree(data);
  return found.filter(({ path, file }) => !path.includes('/') || accepts(file)).map((f) => f.file);
}

/** All files of a drop and of its folders with their paths, in the order of their names. */
export async function droppedTree(data: DataTransfer): Promise<PathFile[]> {
  // Entries must be read before the first wait: the list is emptied after the event.
  const entries = [...data.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found = await Promise.all(
    entries.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return filesOf(entry, '');
      return file ? [{ path: file.name, file }] : [];
    }),
  );
  return found.flat();
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
