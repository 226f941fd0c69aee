import { expect } from '@playwright/test';
import { toWav } from '#base/audio.ts';
import { serve } from '#scripts/serve.mjs';
import { SCRIPTED } from '#testing/scripted-models.ts';
import { type Engine, type EnginePage, MissingEngineError } from './engine.ts';
import { test } from './engine-test.ts';
import { openFirefox } from './open-engine.ts';
import { EMBEDDED } from './open-page.ts';
import { untilWithin } from './page-scripts.ts';
import { patience } from './patience.ts';

const FULL = { tag: '@full' };
const LIMIT_MS = 120_000;

/** Helpers of the scripts below: waiting until a function returns something, typing, and a call of `/v1`. */
const HELPERS = `
  await alcove.ready;
  ${untilWithin(LIMIT_MS)}
  const ask = async (content, more = {}) => {
    const key = await alcove.createApiKey('engines');
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    const messages = [{ role: 'user', content }];
    const body = JSON.stringify({ model: 'scripted-chat', messages, ...more });
    return fetch('/v1/chat/completions', { method: 'POST', headers, body });
  };
`;

const ITERATING = ['@openai/agents: stream with a tool', 'openai-fetch: chat, stream, embeddings'];

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
        const late = new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS}, 'no answer in time'));
        return Promise.race([late, runCase(${JSON.stringify(id)}, contractKey, ${JSON.stringify(models)})]);`);
      if (failure) failures.push(`${id} ${name}: ${failure}`);
    }
    expect(failures).toEqual([]);
  });
}

test('unchanged clients: openai, AI SDK, LangChain, agents and others', FULL, async ({ app }) => {
  test.setTimeout(600_000);
  const names = await app.run<string[]>(`
    await alcove.ready;
    globalThis.clientsKey = await alcove.createApiKey('clients');
    return (await import('/e2e/clients.js')).names;`);
  expect(names.length).toBeGreaterThan(20);
  const tone = Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 9) / 4);
  const wav = [...new Uint8Array(await toWav(tone, 16_000).arrayBuffer())];
  await app.run(`globalThis.wav = ${JSON.stringify(wav)}; return null;`);
  const canIterate = await app.run<boolean>(
    'return Symbol.asyncIterator in ReadableStream.prototype;',
  );
  const failures: string[] = [];
  for (const name of names) {
    // These libraries need `for await` over a ReadableStream, which WebKitGTK 2.50 lacks.
    if (!canIterate && ITERATING.includes(name)) continue;
    const { failure } = await app.run<{ failure: string | null }>(`
      const { runTest } = await import('/e2e/clients.js');
      return runTest(${JSON.stringify(name)}, clientsKey, wav);`);
    if (failure) failures.push(`${name}: ${failure}`);
  }
  expect(failures).toEqual([]);
});

test(
  'the hosting tab closes during an answer: typed error within 2 s, then another tab answers',
  FULL,
  async ({ app, engine }, { project }) => {
    const url = `${project.use.baseURL}/?scripted-models`;
    // The shared page leaves the service, so that the next page hosts the models.
    await app.goto('about:blank');
    const host = await openTab(engine, url);
    const guest = await openTab(engine, url);
    try {
      await guest.run(`${HELPERS}
        const tokens = Array.from({ length: 400 }, (_, i) => i + ' ');
        const answer = await ask('#script ' + JSON.stringify({ tokens, delayMs: 20 }), { stream: true });
        const reader = answer.body.getReader();
        const decoder = new TextDecoder();
        let text = decoder.decode((await reader.read()).value);
        globalThis.outcome = (async () => {
          let last = performance.now();
          for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            const piece = decoder.decode(value);
            text += piece;
            if (!piece.includes('"error"')) last = performance.now();
          }
          return { waited: performance.now() - last, tail: text.slice(-400) };
        })();
        return null;`);
      await host.close();
      const { waited, tail } = await guest.run<{ waited: number; tail: string }>(
        'return globalThis.outcome;',
      );
      expect(tail).toContain('"code":"engine_unavailable"');
      expect(tail.endsWith('data: [DONE]\n\n')).toBe(true);
      expect(waited).toBeLessThan(2_000 * patience());
      const next = await guest.run<string>(`${HELPERS} return (await ask('still there')).text();`);
      expect(next).toContain('still there');
    } finally {
      await guest.close();
      await app.goto(url);
    }
  },
);

test('a draft is restored after a reload', FULL, async ({ app }, { project }) => {
  const url = `${project.use.baseURL}/chat?scripted-models`;
  const field = `document.querySelector('[aria-label="Message"]')`;
  await app.goto(url);
  await app.run(`${HELPERS}
    const field = await until(() => ${field});
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    set.call(field, 'half a thought');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const opening = indexedDB.open('alcove');
    const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    await until(async () => {
      const rows = database.transaction('drafts').objectStore('drafts').getAll();
      await new Promise((resolve) => (rows.onsuccess = resolve));
      return rows.result.some((row) => JSON.stringify(row).includes('half a thought'));
    });
    database.close();
    return null;`);
  await app.goto(url);
  await app.run(`${HELPERS} await until(() => ${field}?.value === 'half a thought'); return null;`);
});

test('without a network the page opens and answers', FULL, async ({ app }, { project }) => {
  // A server of its own: it is stopped, which is the same for every engine.
  const { server, url } = await serve();
  try {
    await app.goto(`${url}/`);
    await app.run(`${HELPERS}
      const { active } = await navigator.serviceWorker.ready;
      await until(() => new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: { cached, total } }) => resolve(total > 0 && cached === total);
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

test('a private window', FULL, async ({ app }, { project }) => {
  test.skip(project.name !== 'Firefox', 'Firefox is opened with private windows only');
  expect(app).not.toBeNull();
  const engine = await openFirefox({ 'browser.privatebrowsing.autostart': true });
  try {
    const page = await openTab(engine, `${project.use.baseURL}/?scripted-models`);
    const shown = await page.run<string>(`${HELPERS}
      const answer = await ask('Hello', { model: 'alcove-guide' });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.text();`);
    expect(shown).toContain('"finish_reason":"stop"');
    await page.goto(`${project.use.baseURL}/models`);
    const limits = await page.run<string>(`${HELPERS}
      const heads = () => [...document.querySelectorAll('h2, h3')];
      const head = await until(() => heads().find((h) => h.textContent === 'This browser'));
      return head.parentElement.innerText;`);
    expect(limits).toContain('private windows of Firefox');
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
