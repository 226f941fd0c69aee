import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

beforeEach(async () => {
  api = await createTestApi();
  bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: ['https://listed.example'],
    isLan: false,
    isHeadless: false,
    say: () => {},
    waitMs: 0,
    keyForKeyless: () => null,
  });
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  bridge.attach(server, url);
  const token = bridge.pairingUrl.replace(/^.*#pair=/, '');
  const realtime = (port: MessagePort) => serveRealtime(api.dependencies, port);
  tab = await joinAsTab(url, { token }, async () => new Response(), { realtime });
  await expect.poll(() => bridge.tabs.count).toBe(1);
});
afterEach(async () => {
  tab.close();
  await bridge.close();
  server.closeAllConnections();
  server.close();
});

interface Program {
  socket: WebSocket;
  log: string[];
  send: (event: object) => void;
}

function call(headers: Record<string, string> = {}, protocols: string[] = []): Program {
  const address = `${url.replace('http', 'ws')}/v1/realtime?model=scripted-speech`;
  const socket = new WebSocket(address, protocols, { headers });
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
