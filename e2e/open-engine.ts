import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { chromium, type Page } from '@playwright/test';
import puppeteer, { type Page as FirefoxPage } from 'puppeteer-core';
import { findWebKit } from '#scripts/install.mjs';
import { findFirefox } from '#scripts/platform.mjs';
import { type Engine, type EnginePage, MissingEngineError } from './engine.ts';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { WebDriver } from './webdriver.ts';

type Preferences = Record<string, boolean | number | string>;

const SIZE = { width: 1280, height: 800 };

async function openChromium(): Promise<Engine> {
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  const context = await browser.newContext({ viewport: SIZE });
  const drive = (page: Page): EnginePage => ({
    goto: async (url) => {
      await page.goto(url);
      if (url.startsWith('http')) await page.evaluate(`(async () => {${STARTED}})()`);
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    press: (selector) => page.click(selector),
    popup: () => new Promise((resolve) => page.once('popup', (opened) => resolve(drive(opened)))),
    screenshot: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  });
  const newPage = async () => drive(await context.newPage());
  return { version: browser.version(), newPage, close: () => browser.close() };
}

/** Firefox of the distribution, by WebDriver BiDi. `extraPrefsFirefox`: its preferences of about:config. */
export async function openFirefox(extraPrefsFirefox: Preferences = {}): Promise<Engine> {
  const executablePath = findFirefox();
  if (!executablePath) {
    throw new MissingEngineError(
      'Firefox is missing: apt-get install firefox-esr, or FIREFOX_PATH.',
    );
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: SIZE,
    extraPrefsFirefox,
  });
  const drive = (page: FirefoxPage): EnginePage => ({
    goto: async (url) => {
      await page.goto(url);
      if (url.startsWith('http')) await page.evaluate(`(async () => {${STARTED}})()`);
    },
    run: <T>(body: string) => page.evaluate(`(async () => { ${body} })()`) as Promise<T>,
    press: (selector) => page.click(selector),
    popup: () =>
      new Promise((resolve) => page.once('popup', (opened) => opened && resolve(drive(opened)))),
    screenshot: () => page.screenshot(),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => page.close(),
  });
  const newPage = async () => drive(await browser.newPage());
  return { version: await browser.version(), newPage, close: () => browser.close() };
}

/** What Safari has and WebKitGTK 2.50 leaves off: storage. */
const FEATURES = '+StorageAPI,+FileSystem,+FileSystemWritableStream,+AccessHandle';

/** Firefox and WebKit report a page as loaded before a module that a script adds has run. */
const STARTED = `
  const start = performance.now();
  while (!globalThis.alcove && performance.now() - start < 10_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return null;`;

/** WebKitGTK by WebDriver, on a separate screen. */
async function openWebKit(): Promise<Engine> {
  const found = findWebKit();
  if (!found) {
    throw new MissingEngineError('WebKit is missing: apt-get install webkit2gtk-driver xvfb.');
  }
  const screen = spawn(found.screen, ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await firstLine(screen.stdio[3] as Readable);
  const port = await freePort();
  const driver = spawn(found.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const client = new WebDriver(`http://127.0.0.1:${port}`);
  const args = ['--automation', `--features=${FEATURES}`, '--geometry=1280x800'];
  const version = await client.open({
    'webkitgtk:browserOptions': { binary: found.browser, args },
  });
  // The session ends with its last window: the first one stays, and is used again.
  const first = await client.window();
  let isFree = true;
  const newPage = async (): Promise<EnginePage> => {
    const handle = isFree ? first : await client.newWindow();
    if (handle === first) isFree = false;
    const here = async <T>(act: () => Promise<T>) => {
      await client.switchTo(handle);
      return act();
    };
    return {
      goto: (url) =>
        here(async () => {
          await client.goto(url);
          if (url.startsWith('http')) await client.run(STARTED);
        }),
      run: (body) => here(() => client.run(body)),
      press: (selector) => here(() => client.press(selector)),
      screenshot: () => here(() => client.screenshot()),
      resize: (width, height) => here(() => client.resize(width, height)),
      close: () =>
        here(async () => {
          if (handle !== first) return client.closeWindow();
          await client.goto('about:blank');
          isFree = true;
        }),
    };
  };
  const close = async () => {
    await client.close().catch(() => {});
    await Promise.all([end(driver), end(screen)]);
  };
  return { version: `WebKitGTK ${version}`, newPage, close };
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => stream.once('data', (data) => resolve(String(data).trim())));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

export const ENGINES: Record<string, () => Promise<Engine>> = {
  Chromium: openChromium,
  Firefox: () => openFirefox(),
  WebKit: openWebKit,
};
