import type { FileStore } from './file-store.ts';

/** A stored file with its facts from the time of the download. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
  isFromHub: boolean;
}

/** The whole files of a model, by path; none where nothing is stored. */
export async function listFiles(store: FileStore, model: string): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const path of await store.paths(model)) {
    const mark = await store.mark(model, path);
    if (!mark) continue;
    const { bytes, sha256, isFromHub = false } = mark;
    listed.push({ path, bytes, sha256, isFromHub });
  }
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}
