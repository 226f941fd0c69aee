import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Chromium.app/Contents/MacOS/Chromium',
];
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
];
const LINUX = [
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chromium',
  'chromium-browser',
];

/** Path of an installed Chrome, Edge or Chromium; null where there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  return candidates(env).find((path) => existsSync(path)) ?? null;
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  const named = env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : [];
  switch (process.platform) {
    case 'darwin': {
      const folders = ['/Applications', join(homedir(), 'Applications')];
      return [...named, ...MAC.flatMap((name) => folders.map((folder) => join(folder, name)))];
    }
    case 'win32': {
      const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
        (name) => env[name] ?? [],
      );
      return [...named, ...WINDOWS.flatMap((name) => folders.map((folder) => join(folder, name)))];
    }
    default: {
      const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
      return [...named, ...LINUX.flatMap((name) => folders.map((folder) => join(folder, name)))];
    }
  }
}
