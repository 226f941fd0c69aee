import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findWebKit } from '#scripts/install.mjs';

/** Python of the distribution, which has the bindings of WebKitGTK. */
const PYTHON = '/usr/bin/python3';
const BINDINGS =
  'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';

/** Whether `openWindows` can be used: `apt-get install python3-gi gir1.2-webkit2-4.1 xvfb`. */
export const hasWindows = () =>
  Boolean(findWebKit()) && spawnSync(PYTHON, ['-c', BINDINGS]).status === 0;

/** WebKitGTK with windows that pages open: the browser that its driver controls opens none. */
export async function openWindows() {
  const screen = spawn(
    findWebKit()?.screen ?? '',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    (screen.stdio[3] as Readable).once('data', (data) => resolve(String(data).trim()));
  });
  const profile = mkdtempSync(join(tmpdir(), 'alcove-webkit-'));
  const browser = spawn(PYTHON, ['e2e/webkit-windows.py', profile], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const lines = createInterface({ input: browser.stdout })[Symbol.asyncIterator]();
  const command = async <T>(fields: object): Promise<T> => {
    browser.stdin.write(`${JSON.stringify(fields)}\n`);
    const { value: line } = await lines.next();
    const { value, error } = JSON.parse(line ?? '{"error":"The browser ended."}');
    if (error !== undefined) throw new Error(error);
    return value as T;
  };
  return {
    /** @returns the number of the window */
    open: (url: string) => command<number>({ do: 'open', url }),
    /** Windows so far, with the ones that pages opened. */
    count: () => command<number>({ do: 'count' }),
    /** Runs the body of a function that may use `await`; resolves with what it returns. */
    run: <T>(window: number, body: string) => command<T>({ do: 'run', window, body }),
    close() {
      browser.kill();
      screen.kill();
      // Its processes write until they have ended.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
