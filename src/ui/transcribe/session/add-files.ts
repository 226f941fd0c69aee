import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { decodeName } from '#ui/kit/decode-name.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { readPreferences } from '#ui/state/preferences.ts';

/** A URL that cannot be read from this page; the message says why. */
class AddressError extends Error {
  override readonly name = 'AddressError';
}

export function defaultOptions(): TranscriptionOptions {
  return { model: readPreferences().speechModel, language: null, translate: false };
}

/** The files of a drop, including those inside folders. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be read before the first wait: the list is emptied after the event.
  const entries = [...data.items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found = await Promise.all(
    entries.map(({ entry, file }) => {
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
  // A reader returns a folder in parts; an empty part is the end.
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

/** Fetches the file at a URL. @throws AddressError where it cannot be read, with why. */
export async function readAddress(text: string): Promise<File> {
  let url: URL;
  try {
    url = new URL(text.trim(), location.href);
  } catch {
    throw new AddressError(transcribeText.invalidAddress);
  }
  const response = await fetch(url).catch(() => {
    throw new AddressError(transcribeText.otherSite(url.host));
  });
  if (!response.ok) throw new AddressError(transcribeText.addressStatus(response.status));
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) throw new AddressError(transcribeText.addressIsPage);
  const name = decodeName(url.pathname.split('/').pop() ?? '') || transcribeText.unnamed;
  return new File([await response.blob()], name, { type });
}
