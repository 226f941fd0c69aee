import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeTab, joinAsTab } from '#testing/fake-tab.ts';
import { SELF_SIGNED } from '#testing/self-signed.ts';
import {
  RELAY_FAILED,
  RELAY_GRANT,
  RELAY_METHOD,
  RELAY_PATH,
  RELAY_TARGET,
} from '#transport/server-relay.ts';
import { createBridge, SERVER_OPTIONS } from './create-bridge.ts';

const GRANT = 'g'.repeat(64);

interface Received {
  path: string;
  method: string;
  headers: IncomingMessage['headers'];
  raw: string[];
  body: string;
}

let server: Server;
let url = '';
let pairing: () => string;
const tabs: FakeTab[] = [];
const closing: Server[] = [];

/** A provider that allows no page, and what reached it. */
async function openProvider(answer?: (request: IncomingMessage, path: string) => Answer | null) {
  const received: Received[] = [];
  let aborted = 0;
  const provider = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted++;
    });
    let body = '';
    for await (const part of request) body += part;
    const { method = '', headers, rawHeaders: raw, url: path = '' } = request;
    received.push({ path, method, headers, raw, body });
    const {
      status = 200,
      headers: more = {},
      parts = ['{"data":[]}'],
      isEnded = true,
    } = answer?.(request, path) ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    for (const part of parts) response.write(part);
    if (isEnded) response.end();
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  closing.push(provider);
  const { port } = provider.address() as AddressInfo;
  return { received, port, base: `http://127.0.0.1:${port}/v1`, aborted: () => aborted, provider };
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  parts?: string[];
  isEnded?: boolean;
}

async function openTab(): Promise<FakeTab> {
  const tab = await joinAsTab(url, { token: pairing() }, async () => Response.json({}));
  tabs.push(tab);
  return tab;
}

/** A paired tab that has configured these providers. */
async function openGranted(targets: { baseUrl: string; boundary: string }[], grant = GRANT) {
  const tab = await openTab();
  expect(await tab.send({ type: 'relay', grant, targets })).toEqual({ type: 'relay-ready', grant });
  return tab;
}

const near = (baseUrl: string) => ({ baseUrl, boundary: 'own-device' });

interface Call {
  target: string;
  method?: string;
  grant?: string | null;
  origin?: string | null;
  headers?: Record<string, string>;
  body?: string;
  /** How the server itself is asked. */
  verb?: string;
}

/** A request of the relay worker of a page, or of an impostor. */
function call({ target, method = 'GET', verb = 'POST', body = '', ...more }: Call) {
  const { grant = GRANT, origin = url, headers = {} } = more;
  return new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>(
    (resolve, reject) => {
      const asked = httpRequest(`${url}${RELAY_PATH}`, {
        method: verb,
        agent: false,
        headers: {
          ...(origin !== null && { origin }),
          ...(grant !== null && { [RELAY_GRANT]: grant }),
          [RELAY_TARGET]: target,
          [RELAY_METHOD]: method,
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      });
      asked.on('error', reject);
      asked.on('response', async (answer) => {
        let text = '';
        answer.on('error', () => {});
        try {
          for await (const part of answer) text += part;
        } catch {
          text += '<broken>';
        }
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
      asked.end(body);
    },
  );
}

beforeEach(async () => {
  const bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: ['https://listed.example'],
    isLan: false,
    isHeadless: false,
    say: () => {},
  });
  pairing = () => bridge.pairingUrl.replace(/^.*#pair=/, '');
  server = createServer(SERVER_OPTIONS, (request, response) => {
    // As the server of files does before it asks the bridge.
    response.setHeader('content-security-policy', "connect-src 'self'");
    bridge
      .first(request, response)
      .then((isAnswered) => isAnswered || response.end('a file'))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  bridge.attach(server, url);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  for (const one of [server, ...closing.splice(0)]) {
    one.closeAllConnections();
    one.close();
  }
});

test('calls a configured provider with its key, and passes the answer back, whole and streamed', async () => {
  const lab = await openProvider((_, path) =>
    path.endsWith('completions')
      ? {
          headers: { 'content-type': 'text/event-stream', 'set-cookie': 'a=1', 'x-evil': '1' },
          parts: ['data: 1\n\n', 'data: 2\n\n'],
        }
      : null,
  );
  await openGranted([near(lab.base)]);
  const models = await call({
    target: `${lab.base}/models`,
    headers: { authorization: 'Bearer secret', cookie: 'b=2', referer: url, 'x-more': '3' },
  });
  expect([models.status, models.text]).toEqual([200, '{"data":[]}']);
  const chat = await call({
    target: `${lab.base}/chat/completions`,
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(chat.text).toBe('data: 1\n\ndata: 2\n\n');
  expect(chat.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect([chat.headers['set-cookie'], chat.headers['x-evil']]).toEqual([undefined, undefined]);
  const [asked, posted] = lab.received;
  expect(asked?.headers.authorization).toBe('Bearer secret');
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
  ]);
  expect([posted?.method, posted?.body, posted?.headers.host]).toEqual([
    'POST',
    '{"a":1}',
    `127.0.0.1:${lab.port}`,
  ]);
});

test('an upload of 20 MB passes whole', async () => {
  const lab = await openProvider();
  await openGranted([near(lab.base)]);
  const body = 'x'.repeat(20_000_000);
  const target = `${lab.base}/audio/transcriptions`;
  expect((await call({ target, method: 'POST', body })).status).toBe(200);
  expect(lab.received[0]?.body.length).toBe(20_000_000);
});

test('a page that gives up, or closes, ends the call at the provider', async () => {
  const lab = await openProvider(() => ({ parts: ['data: 1\n\n'], isEnded: false }));
  const tab = await openGranted([near(lab.base)]);
  const asked = httpRequest(`${url}${RELAY_PATH}`, {
    method: 'POST',
    agent: false,
    headers: {
      origin: url,
      [RELAY_GRANT]: GRANT,
      [RELAY_TARGET]: `${lab.base}/chat/completions`,
      [RELAY_METHOD]: 'POST',
      'content-length': 0,
    },
  });
  asked.on('error', () => {});
  asked.end();
  await new Promise((resolve) => asked.on('response', (answer) => answer.once('data', resolve)));
  asked.destroy();
  await expect.poll(lab.aborted).toBe(1);
  const left = call({ target: `${lab.base}/chat/completions`, method: 'POST' });
  await expect.poll(() => lab.received.length).toBe(2);
  tab.close();
  expect((await left).text).toContain('<broken>');
  await expect.poll(lab.aborted).toBe(2);
});

test('a stream that the provider breaks off breaks off here', async () => {
  const lab = await openProvider(() => ({ parts: ['data: 1\n\n'], isEnded: false }));
  await openGranted([near(lab.base)]);
  const answer = call({ target: `${lab.base}/chat/completions`, method: 'POST' });
  await expect.poll(() => lab.received.length).toBe(1);
  lab.provider.closeAllConnections();
  expect((await answer).text).toBe('data: 1\n\n<broken>');
});

test('a redirect leads nowhere', async () => {
  const other = await openProvider();
  const lab = await openProvider(() => ({
    status: 307,
    headers: { location: `${other.base}/chat/completions` },
  }));
  await openGranted([near(lab.base), near(other.base)]);
  const answer = await call({ target: `${lab.base}/chat/completions`, method: 'POST' });
  expect([answer.status, answer.headers[RELAY_FAILED]]).toEqual([502, 'redirect']);
  expect(other.received).toEqual([]);
});

test('nothing but the API of a configured provider is called', async () => {
  const lab = await openProvider();
  const other = await openProvider();
  await openGranted([
    near(lab.base),
    near('https://[::ffff:169.254.169.254]/v1'),
    near(`${url}/v1`),
  ]);
  const origin = `http://127.0.0.1:${lab.port}`;
  const targets = [
    `${other.base}/models`,
    `${origin}/models`,
    `${origin}/v1`,
    `${origin}/v1/`,
    `${origin}/v1/admin`,
    `${origin}/v1models`,
    `${origin}/v1/../admin/models`,
    `${origin}/v1/..%2fadmin/models`,
    `${origin}/v1//models`,
    `${origin}/v1/models?key=1`,
    `${origin}/v1/models#a`,
    `${origin}/V1/models`,
    `${origin}/v1/models/../../v1/models`,
    `http://u:p@127.0.0.1:${lab.port}/v1/models`,
    `http://localhost:${lab.port}/v1/models`,
    `http://127.0.0.1.nip.io:${lab.port}/v1/models`,
    `http://127.1:${lab.port}/v1/models`,
    `http://0x7f000001:${lab.port}/v1/models`,
    `http://[::ffff:127.0.0.1]:${lab.port}/v1/models`,
    `https://127.0.0.1:${lab.port}/v1/models`,
    `http:\\\\127.0.0.1:${lab.port}\\v1\\models`,
    ` ${lab.base}/models`,
    `${lab.base}/models\t`,
    'file:///etc/passwd',
    'https://[::ffff:a9fe:a9fe]/v1/models',
    `${url}/v1/models`,
    '',
  ];
  for (const target of targets) {
    // Headers lose spaces at their ends: such an address is that without them.
    const answer = await call({ target });
    const isSame = target.trim() === `${lab.base}/models`;
    expect([target, answer.status]).toEqual([target, isSame ? 200 : 403]);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'get', 'CONNECT', '']) {
    expect((await call({ target: `${lab.base}/models`, method })).status).toBe(403);
  }
  expect((await call({ target: `${lab.base}/chat/completions`, method: 'GET' })).status).toBe(403);
  expect(lab.received.map(({ path }) => path)).toEqual(['/v1/models', '/v1/models']);
  expect(other.received).toEqual([]);
});

test('only the paired tab is served', async () => {
  const lab = await openProvider();
  const tab = await openGranted([near(lab.base)]);
  const target = `${lab.base}/models`;
  const attempts: Partial<Call>[] = [
    { grant: null },
    { grant: '' },
    { grant: 'h'.repeat(64) },
    { origin: null },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'https://listed.example' },
    { headers: { host: 'evil.example' } },
    { origin: 'http://evil.example', headers: { host: 'evil.example' } },
    { verb: 'GET' },
    { verb: 'PUT' },
    { headers: { 'content-length': '100000000' } },
  ];
  for (const attempt of attempts) {
    const { status } = await call({ target, ...attempt }).catch(() => ({ status: 403 }));
    expect([attempt, status]).toEqual([attempt, 403]);
  }
  // Tabs that have not joined, or were refused, may not send messages.
  const stranger = await joinAsTab(url, { token: 'guess' }, async () => Response.json({}));
  expect(stranger.answer?.type).toBe('refused');
  // Another paired tab has its own grant, and its own providers.
  await openGranted([], 'o'.repeat(64));
  expect((await call({ target, grant: 'o'.repeat(64) })).status).toBe(403);
  expect((await call({ target })).status).toBe(200);
  // Revoked grants, and grants of a closed tab, are invalid.
  await tab.send({ type: 'relay', grant: 'n'.repeat(64), targets: [near(lab.base)] });
  expect((await call({ target })).status).toBe(403);
  expect((await call({ target, grant: 'n'.repeat(64) })).status).toBe(200);
  tab.close();
  await tab.closed;
  await expect.poll(async () => (await call({ target, grant: 'n'.repeat(64) })).status).toBe(403);
  expect(lab.received).toHaveLength(2);
});

test.each<[string, object | string]>([
  ['no JSON', 'relay'],
  ['another type', { type: 'join', credential: null, token: null }],
  ['a short grant', { type: 'relay', grant: 'g', targets: [] }],
  ['an address with a user', { type: 'relay', grant: GRANT, targets: [near('http://a:b@c/v1')] }],
  ['an address of a file', { type: 'relay', grant: GRANT, targets: [near('file:///etc')] }],
  [
    'an unknown place',
    { type: 'relay', grant: GRANT, targets: [{ ...near('http://c'), boundary: 'x' }] },
  ],
  ['a megabyte', { type: 'relay', grant: GRANT, targets: [], more: 'x'.repeat(300_000) }],
])('a message of the tab with %s ends its connection', async (_, message) => {
  const tab = await openTab();
  expect(await tab.send(message)).toBeNull();
  expect((await call({ target: 'http://127.0.0.1:9/v1/models' })).status).toBe(403);
});

test('one request cannot smuggle a second one, or headers', async () => {
  const lab = await openProvider();
  await openGranted([near(lab.base)]);
  const { port } = server.address() as AddressInfo;
  const send = (lines: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(lines.join('\r\n')));
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
  const head = (target: string, ...more: string[]) => [
    `POST ${RELAY_PATH} HTTP/1.1`,
    `host: localhost:${port}`,
    `origin: ${url}`,
    `${RELAY_GRANT}: ${GRANT}`,
    `${RELAY_TARGET}: ${target}`,
    `${RELAY_METHOD}: POST`,
    ...more,
    '',
  ];
  const target = `${lab.base}/chat/completions`;
  const inner = 'GET /secret HTTP/1.1\r\nhost: x\r\n\r\n';
  for (const lines of [
    head(target, 'content-length: 0', 'transfer-encoding: chunked', '0', '', inner),
    head(target, 'transfer-encoding: chunked', 'transfer-encoding: identity', '0', inner),
    head(target, 'content-length: 4', 'content-length: 40', inner),
    head(target, 'content-length: 0\rx-more: 1', inner),
    head(target, 'authorization: a\nx-more: 1', 'content-length: 0', ''),
    head(`${target}\u0000`, 'content-length: 0', ''),
    head(target, 'transfer-encoding: chunked', '', '4', 'abcd', '0', '', ''),
  ]) {
    await send(lines);
  }
  expect(lab.received.map(({ path, headers }) => [path, headers['x-more']])).toEqual([]);
});

test('failures have names: a certificate, a port, a name', async () => {
  const secure = createTlsServer(SELF_SIGNED, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  closing.push(secure as unknown as Server);
  const tls = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/v1`;
  const off = await openProvider();
  await new Promise<unknown>((resolve) => off.provider.close(resolve));
  const local = await openProvider();
  const names = `http://localhost:${local.port}/v1`;
  const unknown = 'http://no-such-name.invalid/v1';
  await openGranted([near(tls), near(off.base), near(names), near(unknown)]);
  const why = async (base: string) =>
    (await call({ target: `${base}/models` })).headers[RELAY_FAILED];
  expect([await why(tls), await why(off.base), await why(unknown), await why(names)]).toEqual([
    'certificate',
    'refused',
    'name',
    undefined,
  ]);
});
