import { existsSync, mkdirSync } from 'node:fs';
import { TAKE_UPDATE } from './accept-update.ts';
import type { Bridge } from './create-bridge.ts';
import { type DataFiles, readKey, writeSecret } from './data-files.ts';
import { findBrowser } from './find-browser.ts';
import { HeadlessBrowser } from './headless-browser.ts';

/** Milliseconds the page has to connect. */
const CONNECT_MS = 60_000;
/** Milliseconds between starts of a browser that ends by itself, doubled up to the last. */
const FIRST_MS = 250;
const LAST_MS = 30_000;

interface HeadlessOptions {
  bridge: Bridge;
  /** Where the page is served. */
  url: string;
  files: DataFiles;
  /** Path of the browser; null looks for one. */
  browser: string | null;
  say: (text: string) => void;
}

/**
 * Runs a browser without a window as the host of the models until this process ends; starts it again when it
 * ends. Resolves when it answers. @throws Error with a sentence for a person.
 */
export async function runHeadless(options: HeadlessOptions): Promise<void> {
  const { bridge, url, files, say } = options;
  const path = options.browser ?? findBrowser();
  if (!path) {
    throw new Error(
      'No Chrome, Edge or Chromium was found. Install one, or name it with --browser <path>.',
    );
  }
  if (!existsSync(path)) throw new Error(`There is no browser at ${path}.`);
  mkdirSync(files.profile, { recursive: true, mode: 0o700 });
  let browser: HeadlessBrowser | null = null;
  let isEnding = false;
  onSignal(async () => {
    isEnding = true;
    await bridge.close();
    await browser?.close();
  });

  const start = async () => {
    const open = () => started.open(bridge.pairingUrl);
    const started: HeadlessBrowser = new HeadlessBrowser(path, files.profile, () => {
      open().catch(() => {});
    });
    browser = started;
    await open();
    return started;
  };
  const keepRunning = async () => {
    let pauseMs = FIRST_MS;
    while (!isEnding) {
      // A browser that connected once can run, so the pause before a restart is short again.
      const reset = (tab: unknown) => {
        if (tab) pauseMs = FIRST_MS;
      };
      bridge.tabs.find(CONNECT_MS).then(reset, () => {});
      await browser?.gone;
      if (isEnding) return;
      say('The browser ended; starting it again');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 2, LAST_MS);
      if (!isEnding) await start().catch(() => {});
    }
  };

  const first = await start().catch(() => {
    throw new Error(`${path} could not be started. Is the profile ${files.profile} in use?`);
  });
  keepRunning().catch(() => {});
  const connect = async () => {
    const tab = await bridge.tabs.find(CONNECT_MS);
    if (!tab) throw new Error('The page did not connect. Run alcove without --headless to see it.');
  };
  await connect();
  // Its service worker still serves the version of the last start, and no person is there to accept an update.
  if (await first.evaluate(TAKE_UPDATE).catch(() => false)) {
    await first.open(bridge.pairingUrl);
    await connect();
  }
  await provideKey(first, url, files.key);
  say(`Alcove answers programs at ${url}/v1  (Ctrl + C ends it)`);
  say(`The API key is in ${files.key}  ("alcove key" prints it)`);
}

/** Has the page make a key unless the one that is stored works there: the browser stores its hash. */
async function provideKey(browser: HeadlessBrowser, url: string, path: string): Promise<void> {
  const stored = readKey(path);
  if (stored !== null) {
    const headers = { authorization: `Bearer ${stored}` };
    const answer = await fetch(`${url}/v1/models`, { headers });
    await answer.body?.cancel();
    if (answer.status !== 401) return;
  }
  const key = await browser.evaluate("alcove.createApiKey('alcove --headless')");
  writeSecret(path, `${String(key)}\n`);
}

/** Runs `end` when this process is asked to end, and ends it then; a second signal does not wait. */
export function onSignal(end: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      end()
        .catch(() => {})
        .finally(() => process.exit(0));
    });
  }
}
