import type { Socket } from 'node:net';
import { expect } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { test } from './engine-test.ts';

/** Large files that the first answer of the guide does not need. */
const UNUSED = /whisper|asyncify|webllm|pdf|alcove-embed|detect-languages|\.ttf$|\.woff$/;

test('a first visit fetches what it uses', { tag: '@full' }, async ({ app }, testInfo) => {
  test.setTimeout(300_000);
  // An origin that this browser has never seen.
  const { server, url } = await serve();
  const sockets = new Set<Socket>();
  const paths: string[] = [];
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('request', ({ url: path = '' }: { url?: string }) => paths.push(path));
  const sent = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  try {
    await app.goto(`${url}/`);
    await app.run(`
      // The files for offline use wait while a person presses keys: this is the first answer alone.
      const keys = setInterval(() => dispatchEvent(new Event('keydown')), 1000);
      await alcove.ready;
      const key = await alcove.createApiKey('first visit');
      const answer = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'alcove-guide', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      await answer.text();
      clearInterval(keys);
      if (!answer.ok) throw new Error('It answered ' + answer.status);
      return null;`);
    const description = `${(sent() / 1e6).toFixed(1)} MB in ${paths.length} requests`;
    testInfo.annotations.push({ type: 'first answer', description });
    process.stdout.write(`${testInfo.project.name}: first answer after ${description}\n`);
    expect(paths.filter((path) => UNUSED.test(path))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    await app.goto(`${testInfo.project.use.baseURL}/?scripted-models`);
  }
});
