import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import {
  chromiumPaths,
  fileOf,
  firefoxPaths,
  needsShell,
  npmCommand,
  openCommand,
  toWebPath,
} from '#scripts/platform.mjs';

const linux = { platform: 'linux', env: {}, execPath: '/usr/bin/node', path: posix };
const macOs = { ...linux, platform: 'darwin' };
const windows = {
  platform: 'win32',
  env: { ProgramFiles: 'C:\\Program Files' },
  execPath: 'C:\\Program Files\\nodejs\\node.exe',
  path: win32,
};

test('npm is run as a script of node where it names itself, else by the shell of Windows', () => {
  const script = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
  const named = { ...windows, env: { npm_execpath: script } };
  expect(npmCommand(['ci'], named)).toEqual([windows.execPath, [script, 'ci']]);
  expect(npmCommand(['ci'], windows)).toEqual(['npm', ['ci']]);
  // Of another package manager.
  expect(npmCommand(['ci'], { ...linux, env: { npm_execpath: '/usr/lib/yarn.js' } })[0]).toBe(
    'npm',
  );
  expect([needsShell('npm', windows), needsShell('npm', linux)]).toEqual([true, false]);
  expect(needsShell(windows.execPath, windows)).toBe(false);
});

test('files of a build have the same address on every system', () => {
  expect(toWebPath('assets\\host-worker.js', windows)).toBe('assets/host-worker.js');
  expect(toWebPath('assets/a\\b.js', linux)).toBe('assets/a\\b.js');
});

test.each([
  ['/assets/a.js', 'assets/a.js'],
  ['/models/alcove%20guide/x.onnx', 'models/alcove guide/x.onnx'],
  ['/%2e%2e/secret', 'secret'],
  ['/..%5c..%5csecret', null],
  ['/%', null],
  ['/%ff%fe', null],
  ['/../dist-other/a.js', 'dist-other/a.js'],
])('serves %s from inside its folder only', (pathname, inside) => {
  for (const [place, root] of [
    [linux, '/srv/dist'],
    [windows, 'C:\\srv\\dist'],
  ] as const) {
    const found = fileOf(root, pathname, place);
    const { join, sep } = place.path;
    // A backslash is part of a name where it does not separate.
    if (inside === null) expect(found?.startsWith(root + sep) ?? true).toBe(true);
    else expect(found).toBe(join(root, inside));
  }
});

test('opens the page by the command of each system', () => {
  const url = 'http://localhost:4173';
  expect(openCommand(url, linux)).toEqual(['xdg-open', [url]]);
  expect(openCommand(url, macOs)).toEqual(['open', [url]]);
  expect(openCommand(url, windows)).toEqual(['cmd', ['/c', 'start', '', url]]);
});

test('browsers are looked for where each system installs them, and a named one comes first', () => {
  expect(chromiumPaths(windows)).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]);
  expect(firefoxPaths(windows)).toEqual(['C:\\Program Files\\Mozilla Firefox\\firefox.exe']);
  expect(chromiumPaths(macOs)[0]).toContain('/Applications/Google Chrome.app');
  expect(firefoxPaths(macOs)[0]).toContain('/Applications/Firefox.app');
  const named = { ...linux, env: { CHROMIUM_PATH: '/opt/chrome', FIREFOX_PATH: '/opt/firefox' } };
  expect(chromiumPaths(named)[0]).toBe('/opt/chrome');
  expect(firefoxPaths(named)).toEqual(['/opt/firefox']);
});
