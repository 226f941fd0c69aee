import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeTab, joinAsTab } from '#testing/fake-tab.ts';
import { times } from '#testing/test-run.ts';
import { createEventStream } from '#transport/event-stream.ts';
import { type Bridge, createBridge, SERVER_OPTIONS } from './create-bridge.ts';

const KEY = 'alc_right';
const bearer = { authorization: `Bearer ${KEY}` };
const LISTED = 'https://listed.example';
/** Every port of one name. */
const LOCAL = 'http://dev.localhost:*';

let bridge: Bridge;
let server: Server;
let url = '';
let said: string[] = [];
let logged: string[] = [];
/** Requests that the tab received. */
let asked: Request[] = [];
const tabs: FakeTab[] = [];

/** A service of three paths behind a key. */
async function handle(request: Request): Promise<Response> {
  asked.push(request);
  const key = /\S+$/.exec(request.headers.get('authorization') ?? '')?.[0];
  if (key !== KEY) return new Response('{"error":{}}', { status: 401 });
  const { pathname } = new URL(request.url);
  if (pathname === '/v1/length') {
    const { size } = await request.blob();
    return Response.json({ size });
  }
  if (pathname === '/v1/stream') {
    const stream = createEventStream({ joinMs: 1, onCancel: () => {} });
    const timer = setInterval(() => stream.send('more'), 5);
    request.signal.addEventListener('abort', () => clearInterval(timer));
    stream.send('first');
    return new Response(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  }
  return Response.json({ data: [] }, { headers: { 'access-control-allow-origin': '*' } });
}

async function listen(waitMs = 0, isHeadless = false): Promise<void> {
  bridge = createBridge({
    pairingFile: null,
    allowHosts: ['proxy.example'],
    origins: [LISTED, LOCAL],
    isLan: false,
    isHeadless,
    say: (text) => said.push(text),
    log: (line) => logged.push(line),
    waitMs,
  });
  server = createServer(SERVER_OPTIONS, (request, response) => {
    bridge
      .first(request, response)
      .then((isAnswered) => isAnswered || response.end('a file'))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  bridge.attach(server, url);
}

const tokenOf = () => bridge.pairingUrl.replace(/^.*#pair=/, '');

async function openTab(): Promise<FakeTab> {
  const tab = await joinAsTab(url, { token: tokenOf() }, handle);
  tabs.push(tab);
  return tab;
}

/** A request with headers that `fetch` refuses to send; resolves with the status and the text. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const request = httpRequest(url + path, { method, headers, agent: false });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      });
      request.end();
    },
  );
}

beforeEach(async () => {
  said = [];
  logged = [];
  asked = [];
  await listen();
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  server.closeAllConnections();
  server.close();
});

test('without a tab the answer says what to do', async () => {
  const { status, text } = await ask('/v1/models', bearer);
  expect(status).toBe(503);
  expect(text).toContain(`Open ${url} in a browser`);
  expect(text).toContain('"engine_unavailable"');
});

test('passes requests and answers on, whole, streamed and uploaded', async () => {
  await openTab();
  expect(await (await fetch(`${url}/v1/models`, { headers: bearer })).json()).toEqual({ data: [] });
  const small = await fetch(`${url}/v1/length`, { method: 'POST', headers: bearer, body: 'four' });
  expect(await small.json()).toEqual({ size: 4 });
  const body = new Uint8Array(26_000_000);
  const large = await fetch(`${url}/v1/length`, { method: 'POST', headers: bearer, body });
  expect(await large.json()).toEqual({ size: 26_000_000 });
  const gone = new AbortController();
  const streamed = await fetch(`${url}/v1/stream`, { headers: bearer, signal: gone.signal });
  const reader = streamed.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('data: first');
  const running = asked.at(-1);
  gone.abort();
  await expect.poll(() => running?.signal.aborted).toBe(true);
});

test('a tab that goes away leaves a typed error in the stream and the next one answers', async () => {
  const first = await openTab();
  const response = await fetch(`${url}/v1/stream`, { headers: bearer });
  const text = response.text();
  first.close();
  expect(await text).toContain('"engine_unavailable"');
  const credential = first.answer?.type === 'joined' ? first.answer.credential : null;
  tabs.push(await joinAsTab(url, { credential }, handle));
  expect((await fetch(`${url}/v1/models`, { headers: bearer })).status).toBe(200);
});

test('a server that ends sends requests in flight a typed error, and later ones do not wait', async () => {
  server.close();
  await listen(5_000);
  await openTab();
  const response = await fetch(`${url}/v1/stream`, { headers: bearer });
  const text = response.text();
  await bridge.close();
  expect(await text).toContain('"engine_unavailable"');
  expect((await fetch(`${url}/v1/models`, { headers: bearer })).status).toBe(503);
});

test('a second tab of the browser takes the place of the first, one of another browser waits', async () => {
  const first = await openTab();
  const credential = first.answer?.type === 'joined' ? first.answer.credential : null;
  let other = 0;
  const count = async () => {
    other++;
    return Response.json({});
  };
  const token = tokenOf();
  tabs.push(await joinAsTab(url, { token }, count));
  await fetch(`${url}/v1/models`, { headers: bearer });
  expect(other).toBe(0);
  tabs.push(await joinAsTab(url, { credential }, handle));
  await first.closed;
  await fetch(`${url}/v1/models`, { headers: bearer });
  expect(other).toBe(0);
});

test('waits for a tab that is about to come', async () => {
  server.close();
  await listen(5_000);
  const answer = fetch(`${url}/v1/models`, { headers: bearer });
  await openTab();
  expect((await answer).status).toBe(200);
});

test('waits for the browser that it runs, however long that slept', async () => {
  for (const isHeadless of [false, true]) {
    server.close();
    await listen(5_000, isHeadless);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    const arrived = once(server, 'request');
    const answer = fetch(`${url}/v1/models`, { headers: bearer });
    await arrived;
    clock.mockRestore();
    await openTab();
    expect((await answer).status).toBe(isHeadless ? 200 : 503);
  }
});

test.each([
  ['a foreign origin', { ...bearer, origin: 'https://evil.example' }, 403],
  ['an opaque origin', { ...bearer, origin: 'null' }, 403],
  ['an image of another site', { ...bearer, 'sec-fetch-site': 'cross-site' }, 403],
  ['another port of this machine', { ...bearer, origin: 'http://localhost:1' }, 403],
  ['a rebound name', { ...bearer, host: 'evil.example' }, 403],
  [
    'a rebound name that looks like its own origin',
    { ...bearer, host: 'evil.example', origin: 'http://evil.example' },
    403,
  ],
  ['no key', {}, 401],
])('refuses %s before the tab is asked', async (_, headers, status) => {
  await openTab();
  const answer = await ask('/v1/models', headers);
  expect(answer.status).toBe(status);
  // A site may read why it was refused, and nothing else.
  const isSite = 'origin' in headers && !('host' in headers) && headers.origin !== 'null';
  const readable = isSite ? headers.origin : undefined;
  expect(answer.headers['access-control-allow-origin']).toBe(readable);
  expect(asked).toEqual([]);
});

test('every port of a name is allowed by a star, and no other name or scheme', async () => {
  await openTab();
  const status = async (origin: string) => (await ask('/v1/models', { ...bearer, origin })).status;
  for (const port of [1, 5173, 65_535])
    expect(await status(`http://dev.localhost:${port}`)).toBe(200);
  for (const origin of [
    'https://dev.localhost:1',
    'http://localhost:1',
    'http://x.dev.localhost:1',
  ])
    expect(await status(origin)).toBe(403);
});

test('a request is one line in the terminal: its time, method, path, status, and nothing of its text', async () => {
  await openTab();
  await ask('/v1/models?state=ready', bearer);
  await ask('/v1/models', {});
  await expect.poll(() => logged).toHaveLength(2);
  expect(logged[0]).toMatch(/^200 GET \/v1\/models \d+ ms/);
  expect(logged[1]).toMatch(/^401 GET \/v1\/models \d+ ms/);
  expect(logged.join()).not.toContain(KEY);
});

test('a rebound name gets no page either', async () => {
  expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
  expect((await ask('/', { host: 'proxy.example' })).text).toBe('a file');
  expect((await ask('/', { host: '[::1]:80' })).text).toBe('a file');
});

test('allows the listed site and no other', async () => {
  await openTab();
  const listed = await ask('/v1/models', { ...bearer, origin: LISTED });
  expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([200, LISTED]);
  expect(listed.headers['vary']).toBe('origin');
  const plain = await ask('/v1/models', bearer);
  expect([plain.status, plain.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  const preflight = await ask(
    '/v1/models',
    { origin: LISTED, 'access-control-request-headers': 'authorization' },
    'OPTIONS',
  );
  expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization',
  ]);
  expect(asked.length).toBe(2);
  const evil = { ...bearer, origin: 'https://evil.example' };
  expect((await ask('/v1/models', evil, 'OPTIONS')).status).toBe(204);
  const refused = await ask('/v1/models', evil);
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('--origin https://evil.example'),
  ]);
  expect(asked.length).toBe(2);
});

const WRONG_KEYS = times(1_000, 100);
test(`${WRONG_KEYS} wrong keys are refused by the tab, and a wrong key uploads nothing`, async () => {
  await openTab();
  const wrong = { authorization: 'Bearer alc_wrong' };
  for (let i = 0; i < WRONG_KEYS; i += 50) {
    const all = Array.from({ length: 50 }, () => fetch(`${url}/v1/models`, { headers: wrong }));
    for (const answer of await Promise.all(all)) {
      expect(answer.status).toBe(401);
      await answer.text();
    }
  }
  asked = [];
  const body = new Uint8Array(20_000_000);
  const upload = await fetch(`${url}/v1/length`, { method: 'POST', headers: wrong, body }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  expect([401, 'cut off']).toContain(upload);
  expect(asked.map(({ method }) => method)).toEqual(['GET']);
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a rebound name', { origin: 'http://evil.example', host: 'evil.example' }],
  ['a listed site', { origin: LISTED }],
])('no socket for %s', async (_, headers) => {
  await expect(joinAsTab(url, { token: tokenOf() }, handle, { headers })).rejects.toThrow('403');
});

test('a process that claims to be the tab gets nothing without the token', async () => {
  const real = await openTab();
  for (const join of [{}, { token: 'guess' }, { credential: 'guess' }]) {
    const { answer, closed } = await joinAsTab(url, join, handle);
    expect(answer?.type).toBe('refused');
    await closed;
  }
  // A token works once, and five wrong ones close the way for a minute.
  for (let i = 0; i < 5; i++) await joinAsTab(url, { token: 'guess' }, handle);
  const { answer } = await joinAsTab(url, { token: tokenOf() }, handle);
  expect(answer).toEqual({ type: 'refused', reason: 'too-many' });
  await fetch(`${url}/v1/models`, { headers: bearer });
  expect(asked).toHaveLength(1);
  expect(real.answer?.type).toBe('joined');
  expect(said.join()).not.toContain(KEY);
});

test('a body of a gigabyte is refused unread, announced or not', async () => {
  await openTab();
  const before = process.memoryUsage().rss;
  const announced = await ask('/v1/length', { ...bearer, 'content-length': '1000000000' }, 'POST');
  expect(announced.status).toBe(413);
  const status = await new Promise<number | string>((resolve) => {
    const request = httpRequest(`${url}/v1/length`, {
      method: 'POST',
      headers: bearer,
      agent: false,
    });
    let sent = 0;
    const part = Buffer.alloc(1_000_000);
    const more = () => {
      while (sent < 1e9) {
        sent += part.length;
        if (!request.write(part)) {
          request.once('drain', more);
          return;
        }
      }
      request.end();
    };
    request.on('response', (response) => resolve(response.statusCode ?? 0));
    request.on('error', () => resolve('cut off'));
    more();
  });
  expect([413, 'cut off']).toContain(status);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

/** Writes bytes, and reads until `count` answers began or the connection ended. */
function write(text: string, count = 1): Promise<string> {
  return new Promise((resolve) => {
    let answers = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => {
      answers += part;
      if (answers.split(/HTTP\/1\.1 (?!100)\d+/).length > count) socket.destroy();
    });
    socket.on('close', () => resolve(answers));
  });
}

const H2C =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n';

test('an upgrade of a path that is none is refused, and the server continues', async () => {
  await openTab();
  const { host } = new URL(url);
  const upgrade = `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  for (const path of ['//', '//[', '/\\\\', 'http://', '*', '/v1/realtimes']) {
    expect(await write(`GET ${path} HTTP/1.1\r\n${upgrade}`)).toContain('HTTP/1.1 403');
  }
  for (const path of ['//v1/realtime', `http://${host}/v1/realtime?model=a`, '/v1/realtime#a']) {
    expect(await write(`GET ${path} HTTP/1.1\r\n${upgrade}`)).toContain('HTTP/1.1 401');
  }
});

test("an offer of another protocol is ignored, as of Java's client", async () => {
  await openTab();
  const { host } = new URL(url);
  const start = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n`;
  const upload = `POST /v1/length ${start}${H2C}Content-Length: 4\r\n\r\nfour`;
  const list = `GET /v1/models ${start}\r\n`;
  expect(await write(upload)).toContain('{"size":4}');
  // Its body and the request behind it come in later packets, or in the same one.
  const both = await write(`${upload}${list}`, 2);
  expect(both.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  const offered = list.replace('\r\n\r\n', `\r\n${H2C}\r\n`);
  expect(await write(offered)).toContain('HTTP/1.1 200');
  const rebound = offered.replace(host, 'evil.example');
  expect(await write(rebound)).toContain('"host_not_allowed"');
});

test('a request line with the whole address names the path in it, and its host is checked too', async () => {
  await openTab();
  const { host } = new URL(url);
  const get = (address: string, name = host) =>
    write(`GET ${address} HTTP/1.1\r\nHost: ${name}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
  expect(await get(`http://${host}/v1/models?state=all`)).toContain('HTTP/1.1 200');
  expect(asked.at(-1)?.url).toBe('http://localhost/v1/models?state=all');
  expect(await get(`HTTP://${host}`)).toContain('a file');
  for (const answer of [
    await get('http://evil.example/v1/models'),
    await get(`http://evil@${host}/v1/models`),
    await get(`http://${host}/v1/models`, 'evil.example'),
  ]) {
    expect(answer).toContain('"host_not_allowed"');
  }
});

test('a body of a GET is ignored, and the connection stays open', async () => {
  await openTab();
  const { host } = new URL(url);
  const start = `GET /v1/models HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n`;
  const both = await write(`${start}Content-Length: 5\r\n\r\nhello${start}\r\n`, 2);
  expect(both.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('two slashes before a path are read as one, by no parser as a host', async () => {
  await openTab();
  const { host } = new URL(url);
  const get = (path: string, headers = `Host: ${host}\r\nAuthorization: Bearer ${KEY}`) =>
    write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  expect(await get('//v1/models')).toContain('{"data":[]}');
  expect(asked.at(-1)?.url).toBe('http://localhost/v1/models?state=ready');
  expect(await get('///[')).toContain('a file');
  expect(await get('//v1/models', `Host: ${host}\r\nOrigin: https://evil.example`)).toContain(
    '"origin_not_allowed"',
  );
  expect(await get('//:0', 'Host: evil.example')).toContain('"host_not_allowed"');
});

test("reranking at the path of Cohere's version 2 is answered, behind the same checks", async () => {
  await openTab();
  const post = (headers: Record<string, string>) => ask('/v2/rerank?a=b', headers, 'POST');
  expect((await post(bearer)).status).toBe(200);
  expect(asked.map((request) => request.url)).toEqual(['http://localhost/v1/rerank?a=b']);
  expect((await post({})).status).toBe(401);
  expect((await post({ ...bearer, origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask('/v2/reranking', bearer)).text).toBe('a file');
});

test.each([
  'evil.example',
  '127.0.0.1.nip.io',
  'localhost.evil.example',
  'localhost.',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost:80@evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  '2130706433',
  '0x7f.1',
  '::1',
  '[evil.example]',
  'lo\u0441alhost',
  '',
  'localhost\r\nHost: evil.example',
  'evil.example\r\nHost: localhost',
])('does not answer by the name %j', async (name) => {
  await openTab();
  const list = `GET /v1/models HTTP/1.1\r\nHost: ${name}\r\nAuthorization: Bearer ${KEY}\r\n`;
  expect(await write(`${list}\r\n`)).toContain('"host_not_allowed"');
  const page = list.replace('/v1/models', '/');
  expect(await write(`${page}\r\n`)).not.toContain('a file');
  const socket = list.replace('/v1/models', '/bridge');
  const opened = await write(
    `${socket}Origin: http://${name}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  expect(opened).toContain('HTTP/1.1 403');
  expect(asked).toEqual([]);
});

test.each(['LOCALHOST', '[::1]:4173', '[::ffff:127.0.0.1]', '127.0.0.1:1'])(
  'answers by the name %s',
  async (name) => {
    await openTab();
    const list = `GET /v1/models HTTP/1.1\r\nHost: ${name}\r\nAuthorization: Bearer ${KEY}\r\n`;
    expect(await write(`${list}Origin: http://${name}\r\n\r\n`)).toContain('{"data":[]}');
  },
);

test('pipelined requests are answered in order, refused ones too', async () => {
  await openTab();
  const { host } = new URL(url);
  const body = `Content-Length: 4\r\n\r\nfour`;
  const right = `POST /v1/length HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n${body}`;
  const wrong = right.replace(/Authorization.*?\r\n/, '');
  const statuses = (text: string) => text.match(/^HTTP\/1\.1 \d+/gm)?.map((line) => line.slice(-3));
  expect(statuses(await write(`${right}${wrong}${right}`, 3))).toEqual(['200', '401', '200']);
  const all = statuses(await write(right.repeat(200), 200));
  expect(all).toHaveLength(200);
  expect(new Set(all)).toEqual(new Set(['200', '429']));
});

test('refuses TRACE with a typed error', async () => {
  await openTab();
  const answer = await ask('/v1/models', bearer, 'TRACE');
  expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('POST')]);
  expect(answer.text).toContain('"method_not_allowed"');
});

test('programs are listed the models that answer, all where they ask for all', async () => {
  await openTab();
  for (const path of ['/v1/models', '/v1//models/', '/v1/models?state=all', '/v1/models/a']) {
    await fetch(url + path, { headers: bearer });
  }
  expect(asked.map((request) => new URL(request.url).search)).toEqual([
    '?state=ready',
    '?state=ready',
    '?state=all',
    '',
  ]);
});

test('a header bomb and a client that never finishes are ended', async () => {
  const bomb = await ask('/v1/models', { ...bearer, 'x-bomb': 'a'.repeat(100_000) }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  expect([431, 'cut off']).toContain(bomb);
  server.headersTimeout = 300;
  const { port } = new URL(url);
  const ended = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /v1/models HTTP/1.1\r\nhost: localhost\r\nx: '),
    );
    let text = '';
    const drip = setInterval(() => socket.write('a'), 50);
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(text);
    });
  });
  expect(ended).toContain('HTTP/1.1 408 ');
  expect(ended).toContain('content-type: application/json');
  expect(ended).toContain('"code":"request_timeout"');
});

/** Everything a server writes to a connection that sends `text`. */
function sendRaw(text: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

test.each([
  [
    'headers that are too large',
    `GET /v1/models HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['bytes that are not HTTP', 'hello there\r\n\r\n', 400],
  [
    'an upgrade by a program',
    `GET /bridge HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    403,
  ],
])('%s gets a typed error', async (_, text, status) => {
  const answer = await sendRaw(text);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: object };
  expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test("an error on Anthropic's path has Anthropic's shape", async () => {
  const { text } = await ask('/v1/messages', { ...bearer });
  expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
});

test('says whether a tab answers, without a key', async () => {
  expect((await ask('/health', {})).status).toBe(503);
  await openTab();
  for (const path of ['/health', '/v1/health']) {
    const answer = await ask(path, {});
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  }
  expect(asked).toEqual([]);
});

test('counts requests for Prometheus, without a key and without their texts', async () => {
  await openTab();
  await ask('/v1/models', bearer);
  await ask('/v1/models', { authorization: 'Bearer alc_wrong' });
  await expect
    .poll(async () => (await ask('/metrics', {})).text)
    .toContain('alcove_requests_total{path="/v1/models",model="",status="401"} 1');
  const { status, text } = await ask('/metrics', {});
  expect(status).toBe(200);
  expect(text).toContain('alcove_requests_total{path="/v1/models",model="",status="200"} 1');
  expect(text).toContain('alcove_tab_connected 1');
  expect(text).not.toContain('alc_');
});
