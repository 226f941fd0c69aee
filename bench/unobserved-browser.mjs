// Chromium without DevTools, for what takes milliseconds: Playwright observes every request in page, worker and
// service worker, and each pays half a millisecond and more for it. A visitor's browser has no such listener.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param executablePath Chromium's.
 * @param args its switches.
 * @returns `newPage(url)`: a loaded page whose `evaluate` works as Playwright's; `close()`; `profile`, the folder of its data.
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export async function openUnobservedBrowser(executablePath, args) {
  const profile = await mkdtemp(join(tmpdir(), 'alcove-bench-'));
  const pipes = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
  const chromium = spawn(executablePath, [...args, ...pipes, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => chromium.once('close', resolve));
  const send = speak(chromium.stdio[3], chromium.stdio[4]);

  async function newPage(url) {
    // In a separate window: a tab behind another one is throttled.
    const { targetId } = await send('Target.createTarget', { url, newWindow: true });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const evaluate = async (run, argument) => {
      const expression = `(${run})(${JSON.stringify(argument) ?? ''})`;
      const options = { expression, awaitPromise: true, returnByValue: true };
      const found = await send('Runtime.evaluate', options, sessionId);
      if (!found.exceptionDetails) return found.result.value;
      throw new Error(found.exceptionDetails.exception?.description);
    };
    const isLoaded = (asked) =>
      location.href.startsWith(asked) && globalThis.document.readyState === 'complete';
    // The page that was evaluated in may be left for the one asked for at any moment.
    while (!(await evaluate(isLoaded, new URL(url).origin).catch(() => false)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    return {
      evaluate,
      command: (method, options) => send(method, options, sessionId),
      close: () => send('Target.closeTarget', { targetId }),
    };
  }
  return {
    newPage,
    profile,
    close: async () => {
      chromium.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The protocol's requests over its two pipes: JSON, each message ended by a zero. */
function speak(out, back) {
  const waiting = new Map();
  let last = 0;
  let rest = '';
  back.setEncoding('utf8');
  back.on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map((m) => JSON.parse(m))) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  return (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
}
