// What differs between Linux, macOS and Windows. Functions of a platform, so that tests can ask for each.
import { existsSync } from 'node:fs';
import path from 'node:path';

const here = { platform: process.platform, env: process.env, execPath: process.execPath, path };

/** npm as a script that node runs, where npm says which: on Windows the command is a file of the shell's. */
export function npmCommand(args, { env, execPath } = here) {
  const script = env.npm_execpath;
  return script?.endsWith('npm-cli.js') ? [execPath, [script, ...args]] : ['npm', args];
}

/** Windows starts `npm.cmd` by a shell only. */
export const needsShell = (command, { platform } = here) =>
  platform === 'win32' && command === 'npm';

/** The command that opens an address in the person's browser. */
export function openCommand(url, { platform } = here) {
  const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  return [command, [...args, url]];
}

/** A path inside a build as a URL has it. */
export const toWebPath = (file, { path: { sep } } = here) => file.split(sep).join('/');

/** The file that a URL's path names in a folder; null where it leads out of it. */
export function fileOf(folder, pathname, { path: { join, normalize, sep } } = here) {
  try {
    const file = join(folder, normalize(decodeURIComponent(pathname)));
    return file.startsWith(folder + sep) ? file : null;
  } catch {
    // Not UTF-8 behind its percent signs.
    return null;
  }
}

/** Where Chrome and Chromium are installed. */
export function chromiumPaths({ platform, env, path: { join } } = here) {
  const installed = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: programFolders(env).map((folder) =>
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    ),
  };
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [env.CHROMIUM_PATH, ...(installed[platform] ?? usual)].filter(Boolean);
}

/** Where Firefox is installed; FIREFOX_PATH names the only one. */
export function firefoxPaths({ platform, env, path: { join } } = here) {
  if (env.FIREFOX_PATH) return [env.FIREFOX_PATH];
  const installed = {
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: programFolders(env).map((folder) => join(folder, 'Mozilla Firefox', 'firefox.exe')),
  };
  const onPath = ['firefox-esr', 'firefox'].flatMap((name) => pathsOf(name));
  return installed[platform] ?? onPath;
}

const programFolders = (env) =>
  [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(Boolean);

/** Paths that a command may have, by the folders of PATH. */
function pathsOf(name, { env, path: { delimiter, join } } = here) {
  return (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

export const findOnPath = (name) => pathsOf(name).find((file) => existsSync(file));
export const findChromium = () => chromiumPaths().find((file) => existsSync(file));
export const findFirefox = () => firefoxPaths().find((file) => existsSync(file));

/** The command of Python 3. */
export const pythonCommand = ({ platform } = here) => (platform === 'win32' ? 'python' : 'python3');
