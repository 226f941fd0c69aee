import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the command stores; readable by its owner only. */
export interface DataFiles {
  pairings: string;
  /** The API key of `--headless`. */
  key: string;
  /** Profile folder of the browser that `--headless` starts. */
  profile: string;
  /** The page that opens the paired address. */
  openPage: string;
  /** Folder of the models that `alcove pull` fetched. */
  models: string;
}

export function dataFiles({
  data,
  keyFile,
}: {
  data: string | null;
  keyFile: string | null;
}): DataFiles {
  const folder = data ?? join(homeFolder(), 'alcove');
  return {
    pairings: join(folder, 'pairings.json'),
    key: keyFile ?? join(folder, 'api-key'),
    profile: join(folder, 'browser'),
    openPage: join(folder, 'open.html'),
    models: join(folder, 'models'),
  };
}

function homeFolder(): string {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
  switch (process.platform) {
    case 'win32':
      return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default:
      return XDG_DATA_HOME || join(homedir(), '.local', 'share');
  }
}

/** The key that was stored; null for none. */
export function readKey(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Writes a file for its owner's eyes. */
export function writeSecret(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

/**
 * A page that redirects to an address. Every user of a machine sees the arguments of a process: the token is in a file
 * that only its owner can read. @returns its path.
 */
export function writeOpenPage(path: string, address: string): string {
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Alcove</title><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Open Alcove</a>\n`;
  writeSecret(path, page);
  return path;
}
