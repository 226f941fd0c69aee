import { expect } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { type Engine, type EnginePage, MissingEngineError } from './engine.ts';
import { test } from './engine-test.ts';
import { openFirefox } from './open-engine.ts';
import { EMBEDDED, SCRIPTED } from './open-page.ts';

const FULL = { tag: '@full' };
const LIMIT_MS = 60_000;

/** Helpers of the scripts below: waiting until a function returns something, typing, and a call of `/v1`. */
const HELPERS = `
  await alcove.ready;
  const until = async (find) => {
    const start = performance.now();
    for (;;) {
      const found = await find();
      if (found) return found;
      if (performance.now() - start > ${LIMIT_MS}) throw new Error('Not within a minute: ' + find);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const ask = async (content, more = {}) => {
    const key = await alcove.createApiKey('engines');
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    const messages = [{ role: 'user', content }];
    const body = JSON.stringify({ model: 'scripted-chat', messages, ...more });
    return fetch('/v1/chat/completions', { method: 'POST', headers, body });
  };
`;

test.beforeEach(() => test.setTimeout(300_000));

// Each case is a call of the page by itself: drivers limit how long one may take.
for (const [kind, models] of Object.entries({ scripted: SCRIPTED, embedded: EMBEDDED })) {
  test(`the 54 contract cases with the ${kind} models`, FULL, async ({ app }) => {
    const cases = await app.run<{ id: string; name: string }[]>(`
      await alcove.ready;
      globalThis.contractKey = await alcove.createApiKey('contract');
      return (await import('/e2e/conformance.js')).ids;`);
    expect(cases.length).toBe(54);
    const failures: string[] = [];
    for (const { id, name } of cases) {
      const failure = await app.run<string | null>(`
        const { runCase } = await import('/e2e/conformance.js');
        const late = new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS}, 'no answer in a minute'));
        return Promise.race([late, runCase(${JSON.stringify(id)}, contractKey, ${JSON.stringify(models)})]);`);
      if (failure) failures.push(`${id} ${name}: ${failure}`);
    }
    expect(failures).toEqual([]);
  });
}

test('without a network the page opens and answers', FULL, async ({ app }, { project }) => {
  // A server of its own: it is stopped, which is the same for every engine.
  const { server, url } = await serve();
  try {
    await app.goto(`${url}/`);
    await app.run(`${HELPERS}
      const { active } = await navigator.serviceWorker.ready;
      await until(() => new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: { kept, total } }) => resolve(total > 0 && kept === total);
        active.postMessage({ type: 'alcove:offline-state' }, [port2]);
      }));
      return null;`);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await expect(fetch(url)).rejects.toThrow();
    for (const path of ['/chat', '/developer/reference']) {
      await app.goto(url + path);
      const reply = await app.run<string>(`${HELPERS}
        await until(() => document.querySelector('nav a'));
        return (await ask('Hello', { model: 'alcove-guide' })).text();`);
      expect(reply).toContain('"finish_reason":"stop"');
    }
  } finally {
    server.close();
    await app.goto(`${project.use.baseURL}/?scripted-models`);
  }
});

test('the service worker is stopped again and again', FULL, async ({ app }, { project }) => {
  test.skip(project.name === 'Chromium', 'reliability.e2e.ts stops it fifty times');
  test.skip(project.name === 'WebKit', 'WebKitGTK has no command that stops a service worker');
  expect(app).not.toBeNull();
  // Firefox ends it a second after its last event.
  const engine = await openFirefox({
    'dom.serviceWorkers.idle_timeout': 500,
    'dom.serviceWorkers.idle_extended_timeout': 500,
  });
  try {
    const page = await openTab(engine, `${project.use.baseURL}/?scripted-models`);
    const stops = await page.run<number>(`${HELPERS}
      const held = async () => (await navigator.locks.query()).held.length;
      let stops = 0;
      for (let i = 0; i < 5; i++) {
        const answer = await ask('round ' + i);
        if (!answer.ok) throw new Error(await answer.text());
        await answer.text();
        const before = await held();
        await until(async () => (await held()) < before);
        stops++;
      }
      return stops;`);
    expect(stops).toBe(5);
  } finally {
    await engine.close();
  }
});

async function openTab(engine: Engine | MissingEngineError, url: string): Promise<EnginePage> {
  if (engine instanceof MissingEngineError) throw engine;
  const page = await engine.newPage();
  await page.goto(url);
  await page.run('await alcove.ready; return null;');
  return page;
}
