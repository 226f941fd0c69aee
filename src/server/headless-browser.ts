import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BrowserPipe } from './browser-pipe.ts';

/** Stops Chromium from throttling a window that is never visible. */
const ARGUMENTS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--password-store=basic',
  '--use-mock-keychain',
];
/** Milliseconds that a browser has to end by itself. */
const END_MS = 3_000;

/** A browser without a window, and its one page. */
export class HeadlessBrowser {
  readonly #process: ChildProcess;
  readonly #pipe: BrowserPipe;
  #target: string | null = null;
  #session: string | null = null;
  /** Resolves when the browser has exited or crashed. */
  readonly gone: Promise<void>;

  /** @param onCrash The page is gone, the browser is not. */
  constructor(path: string, profile: string, onCrash: () => void) {
    // The sandbox needs a user: as root the browser does not start with it.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...ARGUMENTS, ...asRoot, `--user-data-dir=${profile}`, 'about:blank'];
    this.#process = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.gone = new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.once('error', () => resolve());
    });
    const [, , , write, read] = this.#process.stdio;
    this.#pipe = new BrowserPipe(write as Writable, read as Readable, (method, params) => {
      const isOurs = params['targetId'] === this.#target;
      if (/^Target\.target(?:Crashed|Destroyed)$/.test(method) && isOurs) onCrash();
    });
  }

  /** Opens an address in a new page, the only one then. */
  async open(url: string): Promise<void> {
    const old = this.#target;
    this.#target = null;
    if (old) await this.#pipe.send('Target.closeTarget', { targetId: old }).catch(() => {});
    await this.#pipe.send('Target.setDiscoverTargets', { discover: true });
    const { targetId } = await this.#pipe.send<{ targetId: string }>('Target.createTarget', {
      url,
    });
    const { sessionId } = await this.#pipe.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    this.#target = targetId;
    this.#session = sessionId;
  }

  /** The value of an expression in the page, once it resolves. @throws Error with the page's exception. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#pipe.send<{
      result: { value?: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', options, this.#session ?? undefined);
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? 'The page failed.');
    }
    return result.value;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async close(): Promise<void> {
    this.#pipe.send('Browser.close').catch(() => {});
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), END_MS);
    await this.gone;
    clearTimeout(timer);
  }
}
