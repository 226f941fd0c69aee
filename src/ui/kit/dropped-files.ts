/** The files of a drop, and those inside its folders that `accepts` takes, in the order of their names. */
export async function droppedFiles(
  data: DataTransfer,
  accepts: (file: File) => boolean,
): Promise<File[]> {
  // Entries must be read before the first wait: the list is emptied after the event.
  const entries = [...data.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found = await Promise.all(
    entries.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return (await filesOf(entry)).filter(accepts);
      return file ? [file] : [];
    }),
  );
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [
      await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      ),
    ];
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
  return (await Promise.all(children.map(filesOf))).flat();
}
