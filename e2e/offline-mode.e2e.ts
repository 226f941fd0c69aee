import { createSocket, type Socket } from 'node:dgram';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, type Page, type Request, test, type Worker } from '@playwright/test';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { allowKeys } from './allow-keys.ts';
import { callingAttacks } from './attacks.ts';
import { violations } from './axe.ts';
import { AlcoveProcess, pairPage } from './bridge-server.ts';
import { ChatPage, script } from './chat-page.ts';
import { openPage } from './open-page.ts';
import { provider, rules, writeRows } from './provider-rows.ts';
import { tryFromPage, tryFromWorker } from './ways-out.ts';

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

async function setOffline(page: Page, isOn: boolean, origin = ''): Promise<void> {
  await openPage(page, `${origin}/settings/privacy`);
  const box = page.getByLabel('Nothing leaves this browser');
  await expect(box).toBeEnabled();
  await box.setChecked(isOn);
  const status = page.getByRole('link', { name: isOn ? 'Offline mode' : /^\d+ sent$/ });
  await expect(status.first()).toBeVisible();
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

/** Asks a provider, in a page or in a program. @returns the status, and the code of an error */
async function askBig({
  url,
  key,
  more = {},
}: {
  url: string;
  key: string;
  more?: object;
}): Promise<[number, string | undefined]> {
  const body = { model: 'lab/big', messages: [{ role: 'user', content: 'Hello' }], ...more };
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, /"code": ?"(\w+)"/.exec(await response.text())?.[1]];
}

test('offline mode: of 200 ways out none reaches a server, and all is back once it is off', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(400_000);
  page.setDefaultTimeout(60_000);
  const elsewhere: Request[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && /^https?:$/.test(protocol)) elsewhere.push(request);
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
  const ask = () => page.evaluate(askBig, { url: '/v1/chat/completions', key });

  // With the switch off these ways work: the zero afterwards is due to the switch.
  expect(await ask()).toEqual([200, undefined]);
  for (const worker of await startExits(page)) await tryFromWorker(worker, home.url);
  await expect.poll(() => home.requests()).toBeGreaterThan(0);
  const hub = () =>
    elsewhere.some((request) => request.url().startsWith('https://huggingface.co/'));
  await expect.poll(hub).toBe(true);
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
  // Playwright lists what the policy refuses too.
  const left = () => elsewhere.filter((request) => request.failure()?.errorText !== 'csp');
  await expect.poll(() => left().map((request) => request.url())).toEqual([]);

  // It lasts, and whatever was there before is there again once it is off.
  await page.reload();
  await setOffline(page, false);
  await expect.poll(ask).toEqual([200, undefined]);
});

test('offline mode closes the way through the server too, for the page and for programs', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const server = new AlcoveProcess();
  try {
    await server.start();
    const key = await pairPage(page, server);
    const slow = lab.url({ kind: 'silence', at: 400 });
    await writeRows(page, [
      provider('lab', lab.url({ kind: 'no-cors' }), { via: 'server' }),
      provider('slow', slow, { via: 'server' }),
      rules([{ when: { model: '*/*' }, mode: 'only-remote', to: ['lab:*', 'slow:*'] }]),
    ]);
    await allowKeys(page);
    await page.reload();
    await page.evaluate(() => alcove.ready);
    const arrivedBefore = lab.received.length;
    const path = '/v1/chat/completions';
    const fromProgram = (more = {}) => askBig({ url: server.url + path, key, more });
    const fromPage = () => page.evaluate(askBig, { url: path, key });
    await expect.poll(() => fromProgram()).toEqual([200, undefined]);
    expect(await fromPage()).toEqual([200, undefined]);

    // What runs when it is turned on ends, here and at the provider.
    const sent = lab.received.length;
    const running = fromProgram({ model: 'slow/big', stream: true });
    await expect.poll(() => lab.received.length).toBe(sent + 1);
    const aborted = lab.aborted();
    const other = await page.context().newPage();
    await setOffline(other, true, server.url);
    expect((await running)[1]).toBe('upstream_unreachable');
    await expect.poll(() => lab.aborted()).toBe(aborted + 1);
    await other.close();

    const before = lab.received.length;
    expect(await fromPage()).toEqual([403, 'offline_mode']);
    expect(await fromProgram()).toEqual([403, 'offline_mode']);
    expect(await fromProgram({ stream: true })).toEqual([403, 'offline_mode']);
    await page.goto(`${server.url}/settings/providers`);
    await page.evaluate(() => alcove.ready);
    await page.getByRole('article', { name: 'lab' }).getByRole('button', { name: 'Test' }).click();
    await expect(page.getByRole('article', { name: 'lab' }).getByRole('status')).toContainText(
      'Offline mode',
    );
    // A new connection of the tab gives the server no addresses either.
    await page.reload();
    await page.evaluate(() => alcove.ready);
    expect(await fromProgram()).toEqual([403, 'offline_mode']);
    expect(lab.received.length).toBe(before);

    await setOffline(page, false, server.url);
    await expect.poll(() => fromProgram()).toEqual([200, undefined]);
    await expect.poll(fromPage).toEqual([200, undefined]);
    expect(lab.received.length).toBe(before + 2);

    // The Privacy page counts each that arrived through the server, and none that was refused.
    await page.goto(`${server.url}/settings/privacy`);
    const site = page
      .getByRole('table', { name: 'By site' })
      .getByRole('row', { name: /A provider/ });
    const arrived = lab.received.length - arrivedBefore;
    await expect(site).toHaveText(
      new RegExp(`^127\\.0\\.0\\.1:${lab.port}A provider${arrived}[\\d.]+ kB[\\d.]+ kB`),
    );
  } finally {
    await server.stop();
  }
});
