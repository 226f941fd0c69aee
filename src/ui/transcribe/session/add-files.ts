import type { HearingOptions, Transcripts } from '#storage/transcripts.ts';
import { readPreferences } from '#ui/state/preferences.ts';

/** An address cannot be read from this page; the message says why. */
class AddressError extends Error {
  override readonly name = 'AddressError';
}

export function defaultOptions(): HearingOptions {
  return { model: readPreferences().speechModel, language: null, translate: false };
}

/** Puts files into the queue in the order of their names, as folders have none of their own. */
export async function addFiles(
  transcripts: Transcripts,
  files: readonly File[],
  options: HearingOptions,
): Promise<void> {
  for (const file of files) await transcripts.add(file, options, Date.now());
}

/** The files of a drop, those inside folders too. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be taken before the first wait: the list is emptied after the event.
  const taken = [...data.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found = await Promise.all(
    taken.map(({ entry, file }) => {
      if (entry?.isDirectory) return filesOf(entry);
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
  // A reader gives a folder in parts; an empty part is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    children.push(...part);
  }
  children.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const files = await Promise.all(children.map(filesOf));
  return files.flat().filter((file) => isSound(file));
}

/** Whether a file of a folder is a recording. By name too: some systems know no type for .opus, .mkv or .flac. */
export function isSound({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return (
    /^(audio|video)\//.test(type) ||
    /\.(wav|mp3|m4a|mp4|aac|flac|ogg|oga|opus|webm|mpga|mpeg|mov|mkv)$/i.test(name)
  );
}

/**
 * The file behind an address. @throws AddressError where this page may not read it: other sites are
 * closed to it, so that nothing can be sent to them either.
 */
export async function readAddress(text: string): Promise<File> {
  let url: URL;
  try {
    url = new URL(text.trim(), location.href);
  } catch {
    throw new AddressError('This is no address. It would start with https://');
  }
  if (url.origin !== location.origin) {
    throw new AddressError(
      `Alcove may only read addresses of its own site, so that nothing can leave it. Download ${url.host}'s file and drop it here.`,
    );
  }
  const response = await fetch(url);
  if (!response.ok) throw new AddressError(`The address answered ${response.status}.`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) throw new AddressError('There is a page, not a recording.');
  const name = decodeURIComponent(url.pathname.split('/').pop() ?? '') || 'Recording';
  return new File([await response.blob()], name, { type });
}
