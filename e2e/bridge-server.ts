import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openPage } from './open-page.ts';

/** `alcove` as a separate process. */
export class AlcoveProcess {
  readonly data: string;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;
  #output = '';
  #port = 0;

  constructor(...args: string[]) {
    this.#args = args;
    this.data = mkdtempSync(join(tmpdir(), 'alcove-'));
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Everything it printed. */
  get output(): string {
    return this.#output;
  }

  get pairingUrl(): string {
    return /http\S+#pair=\S+/.exec(this.#output)?.[0] ?? '';
  }

  /** Starts it, again at the port it had; resolves with the address it prints. */
  async start(): Promise<void> {
    const args = ['--port', String(this.#port), '--data', this.data, ...this.#args];
    this.#output = '';
    const child = spawn(process.execPath, ['scripts/start.mjs', ...args]);
    this.#child = child;
    const ready = this.#args.includes('--headless')
      ? /answers programs at http:\/\/localhost:(\d+)/
      : /Alcove is at http:\/\/localhost:(\d+)[\s\S]*#pair=\S+\n/;
    await new Promise<void>((resolve, reject) => {
      const collect = (text: Buffer) => {
        this.#output += String(text);
        const found = ready.exec(this.#output);
        if (!found) return;
        this.#port = Number(found[1]);
        resolve();
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      child.once('exit', (code) => reject(new Error(`alcove ended (${code}): ${this.#output}`)));
    });
  }

  /** Ends it as a crash would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it as a person does. */
  end(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends it, and removes what it stored. */
  async stop(): Promise<void> {
    await this.end();
    rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

/** Pairs the browser of a page, and opens the app with the scripted models. @returns an API key. */
export async function pairPage(page: Page, server: AlcoveProcess): Promise<string> {
  await page.goto(server.pairingUrl);
  await page.getByText('Connected', { exact: true }).waitFor();
  const key = await openPage(page, `${server.url}/?scripted-models`);
  await whenConnected(server, key);
  return key;
}

/** Resolves when a tab answers; requests wait for one that was there a moment ago. */
async function whenConnected(server: AlcoveProcess, key: string): Promise<void> {
  const answer = await fetch(`${server.url}/v1/models`, { headers: bearer(key) });
  if (!answer.ok) throw new Error(`/v1/models answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
