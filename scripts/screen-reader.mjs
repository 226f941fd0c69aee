// npm run look:screen-reader: what Orca says while the app is used by keyboard in Chromium, step by step. Needs the
// packages orca, at-spi2-core, dbus, xvfb, openbox and xdotool, and a built app.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findChromium } from './platform.mjs';
import { serve } from './serve.mjs';

const DISPLAY = ':77';
const PORT = 9377;

async function listen() {
  const home = mkdtempSync(join(tmpdir(), 'alcove-orca-'));
  const log = join(home, 'orca.log');
  const env = {
    ...process.env,
    DISPLAY,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    ACCESSIBILITY_ENABLED: '1',
    GTK_MODULES: 'gail:atk-bridge',
  };
  const running = [];
  const start = async (command, args, ms) => {
    running.push(spawn(command, args, { env, stdio: 'ignore' }));
    await sleep(ms);
  };
  const { server, url } = await serve();
  try {
    await start('Xvfb', [DISPLAY, '-screen', '0', '1280x900x24'], 1_000);
    await start('openbox', [], 500);
    await start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately'], 1_000);
    await start('orca', ['--replace', `--debug-file=${log}`], 5_000);
    const flags = ['--no-sandbox', '--test-type', '--force-renderer-accessibility'];
    flags.push(`--user-data-dir=${home}/profile`, '--no-first-run', '--window-size=1280,900');
    flags.push('--disable-background-networking', `--remote-debugging-port=${PORT}`, url);
    await start(findChromium(), flags, 8_000);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${PORT}`);
    await use(browser.contexts()[0].pages()[0], new Listener(log, env), url);
    await browser.close();
  } finally {
    for (const one of running.reverse()) one.kill();
    server.close();
    // The browser writes until it has ended.
    await sleep(2_000);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

/** Presses keys as a keyboard does, and prints what Orca says meanwhile. */
class Listener {
  #log;
  #env;
  #read = 0;

  constructor(log, env) {
    this.#log = log;
    this.#env = env;
  }

  async press(...keys) {
    for (const key of keys) {
      execFileSync('xdotool', ['key', key], { env: this.#env });
      await sleep(1_500);
    }
  }

  async type(text) {
    execFileSync('xdotool', ['type', '--delay', '40', text], { env: this.#env });
    await sleep(1_500);
  }

  /** Prints what Orca has spoken since the last time, without the keys themselves. */
  print(step) {
    const lines = readFileSync(this.#log, 'utf8').split('\n');
    const spoken = lines.flatMap(
      (line) => /SPEECH OUTPUT: '(.*?)'(?:\{.*)?$/.exec(line)?.[1] ?? [],
    );
    const words = spoken
      .slice(this.#read)
      .filter((text) => !/^(?:\S{1,2}|tab|space|return|left \w+|escape) $/.test(text));
    this.#read = spoken.length;
    console.log(`\n${step}`);
    for (const text of words) console.log(`  ${text}`);
  }
}

async function use(page, orca, url) {
  await page.bringToFront();
  await page.evaluate(() => alcove.ready);
  await sleep(6_000);
  orca.print('The first page');

  await page.getByRole('textbox', { name: 'Message' }).focus();
  await sleep(1_500);
  await orca.type('What is Alcove?');
  await orca.press('Return');
  await page.getByText('Answer ready').waitFor({ state: 'attached', timeout: 120_000 });
  await sleep(3_000);
  orca.print('A question and its answer');
  await page.getByRole('article').last().getByRole('button').first().focus();
  for (let i = 0; i < 4; i++) await orca.press('Tab');
  orca.print('The buttons of the answer');

  await page.goto(`${url}/transcribe`);
  await page.getByRole('heading', { name: 'Transcribe', level: 1 }).waitFor();
  await sleep(6_000);
  orca.print('Transcribe');

  await page.goto(`${url}/models`);
  await page.getByRole('table').first().waitFor();
  await sleep(5_000);
  orca.print('Models');
  await orca.press('t', 'Down', 'Down', 'Down');
  orca.print('Into the table, by its key');

  await page.goto(`${url}/settings`);
  await sleep(5_000);
  orca.print('Settings');
  await page.getByRole('radio', { name: 'Dark' }).focus();
  await sleep(1_000);
  await orca.press('space');
  orca.print('A choice');
  await page.getByRole('button', { name: 'Command palette' }).focus();
  await orca.press('Return');
  await orca.type('export');
  orca.print('The command palette, with a word');
  await orca.press('Down', 'Escape');
  orca.print('The next command, and Escape');
}

if (!process.env.DBUS_SESSION_BUS_ADDRESS) {
  // A session of its own: a desktop that runs is left alone.
  const own = spawn('dbus-run-session', ['--', process.execPath, import.meta.filename], {
    stdio: ['inherit', 'inherit', 'ignore'],
  });
  own.on('exit', (code) => process.exit(code ?? 1));
} else {
  await listen();
}
