import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serveRealtime } from '#api/realtime/serve-realtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { type FakeTab, joinAsTab } from '#testing/fake-tab.ts';
import { type Bridge, createBridge } from './create-bridge.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;
let bridge: Bridge;
let server: Server;
let url = '';
let api: Api;
let tab: FakeTab;
/** How the tab serves a session. */
let serve: (port: MessagePort) => void;

beforeEach(async () => {
  api = await createTestApi();
  serve = (port) => serveRealtime(api.dependencies, port);
  await listen(0);
  const token = bridge.pairingUrl.replace(/^.*#pair=/, '');
  const realtime = (port: MessagePort) => serve(port);
  tab = await joinAsTab(url, { token }, async () => new Response(), { realtime });
  await expect.poll(() => bridge.tabs.count).toBe(1);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  tab.close();
  await end();
});

/** `waitMs`: how long a session waits for a tab. */
async function listen(waitMs: number): Promise<void> {
  bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: ['https://listed.example'],
    isLan: false,
    isHeadless: false,
    say: () => {},
    waitMs,
    keyForKeyless: () => null,
  });
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  bridge.attach(server, url);
}

async function end(): Promise<void> {
  await bridge.close();
  server.closeAllConnections();
  server.close();
}

interface Program {
  socket: WebSocket;
  log: string[];
  send: (event: object) => void;
}

function call(
  headers: Record<string, string> = {},
  protocols: string[] = [],
  options: { autoPong?: boolean } = {},
): Program {
  const address = `${url.replace('http', 'ws')}/v1/realtime?model=scripted-speech`;
  const socket = new WebSocket(address, protocols, { ...options, headers });
  const log: string[] = [];
  socket.on('message', (data) => log.push((JSON.parse(String(data)) as { type: string }).type));
  socket.on('unexpected-response', (_, { statusCode }) => log.push(`HTTP ${statusCode}`));
  socket.on('close', (code) => log.push(`close ${code}`));
  socket.on('error', () => {});
  return { socket, log, send: (event) => socket.send(JSON.stringify(event)) };
}

const bearer = () => ({ authorization: `Bearer ${api.key}` });
/** A tone of 24,000 Hz as the base64 of 16-bit samples. */
const tone = (seconds: number) =>
  Buffer.from(
    Int16Array.from({ length: seconds * 24_000 }, (_, i) => 8_000 * Math.sin(i / 4)).buffer,
  ).toString('base64');

test('a program speaks, and reads its words', async () => {
  const { socket, log, send } = call(bearer());
  await expect.poll(() => log).toEqual(['session.created']);
  const audio = { input: { turn_detection: null } };
  send({ type: 'session.update', session: { type: 'transcription', audio } });
  // More than a frame holds.
  send({ type: 'input_audio_buffer.append', audio: tone(12) });
  send({ type: 'input_audio_buffer.commit' });
  const completed = 'conversation.item.input_audio_transcription.completed';
  await expect.poll(() => log, { timeout: 20_000 }).toContain(completed);
  socket.close();
  await expect.poll(() => log.at(-1)).toBe('close 1005');
  await expect.poll(() => api.engine.slots.every((slot) => slot.isIdle)).toBe(true);
});

test('a page names its key as it does to OpenAI', async () => {
  const protocols = ['realtime', `openai-insecure-api-key.${api.key}`];
  const { socket, log } = call({ origin: 'https://listed.example' }, protocols);
  await expect.poll(() => log).toEqual(['session.created']);
  expect(socket.protocol).toBe('realtime');
});

test('without a key, or from a site that is not listed, none is opened', async () => {
  const [keyless, foreign] = [call(), call({ ...bearer(), origin: 'https://other.example' })];
  await expect.poll(() => keyless.log[0]).toBe('HTTP 401');
  await expect.poll(() => foreign.log[0]).toBe('HTTP 403');
  const wrong = call({ authorization: 'Bearer wrong' });
  await expect.poll(() => wrong.log).toEqual(['error', 'close 3000']);
});

test('a tab that goes away closes the session; without one there is none', async () => {
  const { log } = call(bearer());
  await expect.poll(() => log).toEqual(['session.created']);
  tab.close();
  await expect.poll(() => log.at(-1)).toBe('close 1012');
  await expect.poll(() => bridge.tabs.count).toBe(0);
  const next = call(bearer());
  await expect.poll(() => next.log[0]).toBe('HTTP 503');
});

test('sessions are bounded', async () => {
  const open = Array.from({ length: 18 }, () => call(bearer()));
  const results = () => open.map(({ log }) => log[0]);
  await expect.poll(() => results().filter((first) => first === undefined)).toEqual([]);
  expect(results().filter((first) => first === 'session.created').length).toBeLessThanOrEqual(16);
  expect(results()).toContain('HTTP 429');
});

test('sessions that wait for a tab are among them', async () => {
  tab.close();
  await end();
  await listen(1_000);
  const open = Array.from({ length: 18 }, () => call(bearer()));
  const results = () => open.map(({ log }) => log[0]);
  await expect.poll(() => results().filter((first) => first === 'HTTP 429')).toHaveLength(2);
  const waited = () => results().filter((first) => first === 'HTTP 503');
  await expect.poll(waited, { timeout: 5_000 }).toHaveLength(16);
  const next = call(bearer());
  await expect.poll(() => next.log[0], { timeout: 5_000 }).toBe('HTTP 503');
});

test('bytes that are no text end their session alone', async () => {
  const [binary, other] = [call(bearer()), call(bearer())];
  await expect.poll(() => [binary.log, other.log].flat()).toHaveLength(2);
  binary.socket.send(Buffer.alloc(22 * 1_048_576, 0xff));
  await expect.poll(() => binary.log.at(-1), { timeout: 5_000 }).toBe('close 1003');
  other.send({ type: 'input_audio_buffer.clear' });
  await expect.poll(() => other.log.at(-1)).toBe('input_audio_buffer.cleared');
  expect(bridge.tabs.count).toBe(1);
});

test('a program that is gone without a word ends its session', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [gone, there] = [call(bearer(), [], { autoPong: false }), call(bearer())];
  await expect.poll(() => [gone.log, there.log].flat()).toHaveLength(2);
  for (let i = 0; i < 2; i++) {
    const pinged = new Promise((resolve) => there.socket.once('ping', resolve));
    await vi.advanceTimersByTimeAsync(30_000);
    await pinged;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.poll(() => gone.log.at(-1)).toBe('close 1006');
  there.send({ type: 'input_audio_buffer.clear' });
  await expect.poll(() => there.log.at(-1)).toBe('input_audio_buffer.cleared');
});

test('a program that does not read ends its session before events fill the memory', async () => {
  const sent: number[] = [];
  let end: unknown;
  serve = (port) => {
    port.onmessage = ({ data }) => {
      if (data.type === 'close') end = data;
      if (data.type !== 'open') return;
      port.postMessage({ type: 'opened' });
      const event = JSON.stringify({ type: 'a', text: 'x'.repeat(1_048_576) });
      const flood = () => {
        if (end || sent.push(1) > 200) return;
        port.postMessage({ type: 'message', data: event });
        setTimeout(flood, 2);
      };
      flood();
    };
  };
  const { socket } = call(bearer());
  socket.once('open', () => socket.pause());
  await expect.poll(() => end, { timeout: 60_000 }).toEqual({ type: 'close' });
  expect(sent.length).toBeLessThan(100);
  socket.terminate();
});

test('a tab that hangs closes its sessions', async () => {
  const { log } = call(bearer());
  await expect.poll(() => log).toEqual(['session.created']);
  const real = performance.now.bind(performance);
  let later = 6_000;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + later);
  // It is asked every two seconds whether it is there.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  later = 12_000;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(log).toEqual(['session.created']);
  tab.hang();
  later = 24_000;
  await expect.poll(() => log.at(-1), { timeout: 6_000 }).toBe('close 1012');
});
