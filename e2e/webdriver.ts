/** As much of WebDriver as the checks need. @see https://www.w3.org/TR/webdriver2/ */
export class WebDriver {
  readonly #base: string;
  #session = '';

  constructor(base: string) {
    this.#base = base;
  }

  /** Waits for the driver, then opens a browser. Returns its version. */
  async open(options: object): Promise<string> {
    for (let i = 0; ; i++) {
      try {
        await this.#send('GET', '/status');
        break;
      } catch (error) {
        if (i === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const opened = await this.#send<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>('POST', '/session', { capabilities: { alwaysMatch: options } });
    this.#session = `/session/${opened.sessionId}`;
    await this.#command('POST', '/timeouts', { script: 150_000, pageLoad: 60_000 });
    return opened.capabilities.browserVersion;
  }

  async goto(url: string): Promise<void> {
    await this.#command('POST', '/url', { url });
  }

  /** Runs a function's body that may use `await`; resolves with what it returns. */
  async run<T>(body: string): Promise<T> {
    const script = `const done = arguments[0];
      (async () => { ${body} })().then((value) => done({ value }), (e) => done({ error: e.message + '\\n' + e.stack }));`;
    const answer = await this.#command<{ value: T } | { error: string }>('POST', '/execute/async', {
      script,
      args: [],
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  }

  async press(selector: string): Promise<void> {
    const using = 'css selector';
    const found = await this.#command<Record<string, string>>('POST', '/element', {
      using,
      value: selector,
    });
    await this.#command('POST', `/element/${Object.values(found)[0]}/click`, {});
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#command<string>('GET', '/screenshot'), 'base64');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#command('POST', '/window/rect', { width, height });
  }

  /** The window that is driven. */
  window(): Promise<string> {
    return this.#command('GET', '/window');
  }

  async newWindow(): Promise<string> {
    const opened = await this.#command<{ handle: string }>('POST', '/window/new', { type: 'tab' });
    return opened.handle;
  }

  async switchTo(handle: string): Promise<void> {
    await this.#command('POST', '/window', { handle });
  }

  async closeWindow(): Promise<void> {
    await this.#command('DELETE', '/window');
  }

  async close(): Promise<void> {
    await this.#command('DELETE', '');
  }

  #command<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#send(method, this.#session + path, body);
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(this.#base + path, init);
    const { value } = (await response.json()) as { value: T };
    if (response.ok) return value;
    const { error, message } = value as unknown as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  }
}
