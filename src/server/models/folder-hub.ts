import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a folder that is taken for a repository; one with more is another folder. */
const MAX_FILES = 2_000;
/** Folders within it: a repository of a model has one or two levels. */
const MAX_DEPTH = 4;

/** The files of a folder as a repository lists them; links are followed, as caches of hubs are made of them. */
export function filesOf(folder: string): { path: string; bytes: number }[] {
  const files: { path: string; bytes: number }[] = [];
  const folders = [{ path: '', depth: 0 }];
  for (const { path: inside, depth } of folders) {
    for (const path of namesIn(folder, inside)) {
      const found = statSync(join(folder, path), { throwIfNoEntry: false });
      if (found?.isFile()) files.push({ path, bytes: found.size });
      if (found?.isDirectory() && depth < MAX_DEPTH) folders.push({ path, depth: depth + 1 });
    }
    if (files.length > MAX_FILES) break;
  }
  return files.slice(0, MAX_FILES);
}

/** Paths within a folder; hidden ones do not belong to a repository. */
function namesIn(folder: string, inside: string): string[] {
  const names = readdirSync(join(folder, inside)).filter((name) => !name.startsWith('.'));
  return names.map((name) => (inside === '' ? name : `${inside}/${name}`));
}

/** The address that is asked for a repository in a folder. */
export const FOLDER_HUB = 'http://folder';

/** Answers for one repository from a folder, so that the app's own reader of hubs can describe and check it. */
export function folderHub(folder: string): typeof fetch {
  return hubOf(
    () => filesOf(folder),
    async (path) => {
      const bytes = await readFile(join(folder, path)).catch(() => null);
      return bytes && new Response(new Uint8Array(bytes));
    },
  );
}

/** The same from files at addresses. */
export function listedHub(
  files: readonly { path: string; url: string; bytes: number | null }[],
): typeof fetch {
  return hubOf(
    () => files.map(({ path, bytes }) => ({ path, bytes: bytes ?? 0 })),
    async (path, init) => {
      const found = files.find((file) => file.path === path);
      return found ? fetch(found.url, init) : null;
    },
  );
}

function hubOf(
  list: () => readonly { path: string; bytes: number }[],
  read: (path: string, init?: RequestInit) => Promise<Response | null>,
): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname.startsWith('/api/')) {
      if (!pathname.includes('/tree/')) return Response.json({});
      return Response.json(list().map(({ path, bytes }) => ({ type: 'file', path, size: bytes })));
    }
    const path = decodeURIComponent(pathname.replace(/^.*?\/resolve\/[^/]+\//, ''));
    return (await read(path, init)) ?? new Response(null, { status: 404 });
  };
}
