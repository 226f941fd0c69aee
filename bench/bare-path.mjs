// The least that a request through a service worker takes in this browser: its body is read, passed on to two workers,
// and answered immediately with a stream. It contains no Alcove code: this is the browser's share of B1.
import { createServer } from 'node:http';

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};
const FILES = {
  '/': ['text/html', '<!doctype html><title>A bare path</title>'],
  '/service-worker.js': [
    'text/javascript',
    `const waiting = new Map();
    let port = null;
    let last = 0;
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('message', ({ ports }) => {
      [port] = ports;
      port.onmessage = ({ data }) => waiting.get(data.id)?.(data);
    });
    const forward = async (request) => {
      const body = await request.arrayBuffer();
      const id = ++last;
      return new Promise((resolve) => {
        let stream;
        const source = { start: (controller) => { stream = controller; } };
        waiting.set(id, ({ head, bytes }) => {
          if (head) resolve(new Response(new ReadableStream(source)));
          else if (bytes) stream.enqueue(bytes);
          else stream.close();
        });
        port.postMessage({ id, body }, [body]);
      });
    };
    self.addEventListener('fetch', (event) => {
      if (event.request.method === 'POST') event.respondWith(forward(event.request));
    });`,
  ],
  // As in Alcove: one worker that has the requests, one that has the model.
  '/host.js': [
    'text/javascript',
    `onmessage = ({ ports: [page, slot] }) => {
      page.onmessage = ({ data: { id, body } }) => {
        const task = JSON.parse(new TextDecoder().decode(body));
        page.postMessage({ id, head: true });
        slot.postMessage({ id, task });
      };
      slot.onmessage = ({ data: { id, text } }) => {
        page.postMessage({ id, bytes: new TextEncoder().encode(text) });
        page.postMessage({ id });
      };
    };`,
  ],
  '/slot.js': [
    'text/javascript',
    `onmessage = ({ ports: [port] }) => {
      port.onmessage = ({ data: { id } }) => port.postMessage({ id, text: 'data: {}' });
    };`,
  ],
};

/**
 * Opens such a page in a browser. `added(n)`: milliseconds that n requests took longer than a message to the second worker;
 * `ask(n)`: n requests, one after another.
 */
export async function openBarePath(browser) {
  const server = createServer((request, response) => {
    const [type, text] = FILES[request.url ?? '/'] ?? FILES['/'];
    response.writeHead(200, { 'content-type': type, ...ISOLATED }).end(text);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const page = await browser.newPage(`http://localhost:${server.address().port}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const controlled = () => navigator.serviceWorker.controller !== null;
    while (!controlled()) await new Promise((resolve) => setTimeout(resolve, 50));
    const [through, inner, direct] = [0, 0, 0].map(() => new MessageChannel());
    const slot = new Worker('/slot.js');
    slot.postMessage(null, [inner.port1]);
    slot.postMessage(null, [direct.port1]);
    const host = new Worker('/host.js');
    // Referenced, because an unreferenced worker may be garbage-collected.
    globalThis.workers = [host, slot];
    host.postMessage(null, [through.port1, inner.port2]);
    active.postMessage(null, [through.port2]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello '.repeat(40) }] });
    const ask = async () => {
      const began = performance.now();
      const reader = (await fetch('/v1', { method: 'POST', body })).body.getReader();
      await reader.read();
      const took = performance.now() - began;
      while (!(await reader.read()).done);
      return took;
    };
    const push = () =>
      new Promise((resolve) => {
        const began = performance.now();
        direct.port2.onmessage = () => resolve(performance.now() - began);
        direct.port2.postMessage({ id: 0, task: body });
      });
    globalThis.addedBy = async () => (await ask()) - (await push());
    globalThis.askTimes = async (count) => {
      for (let i = 0; i < count; i++) await ask();
    };
    for (let i = 0; i < 20; i++) await globalThis.addedBy();
  });
  return {
    added: async (count) => {
      const found = [];
      for (let i = 0; i < count; i++) found.push(await page.evaluate(() => globalThis.addedBy()));
      return found;
    },
    ask: (count) => page.evaluate((times) => globalThis.askTimes(times), count),
    close: async () => {
      await page.close();
      server.close();
    },
  };
}
