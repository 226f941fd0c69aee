import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Bridge as BridgeServer, createBridge } from '#server/create-bridge.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { BRIDGE_SOCKET } from '#transport/bridge-messages.ts';
import { Bridge } from './bridge.ts';

const running: { server: Server; bridge: BridgeServer }[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const one of running.splice(0)) await stop(one);
});

async function start(pairingFile: string | null, port = 0) {
  const bridge = createBridge({
    pairingFile,
    allowHosts: [],
    origins: [],
    isLan: false,
    isHeadless: false,
    say: () => {},
  });
  const server = createServer((request, response) => {
    bridge.first(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const used = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const url = `http://localhost:${used}`;
  bridge.attach(server, url);
  const started = { server, bridge, port: used, url };
  running.push(started);
  return started;
}

async function stop({ server, bridge }: { server: Server; bridge: BridgeServer }): Promise<void> {
  await bridge.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test('a browser that was paired connects again after a server refused it for a while', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'alcove-')), 'pairings.json');
  const first = await start(file);
  vi.stubGlobal('location', { href: `${first.url}/` });
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string) => ask(new URL(path, first.url)));
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: URL) {
        super(url, { headers: { origin: first.url } });
      }
    },
  );
  const database = new AlcoveDatabase(`test-${crypto.randomUUID()}`);
  const service = { epoch: 'e', handle: async () => new Response(), control: () => {} };
  const bridge = new Bridge(database);
  bridge.serve(service);
  await bridge.pair(first.bridge.pairingUrl.replace(/^.*#pair=/, ''));
  expect(bridge.status.state).toBe('connected');
  await stop(first);
  running.length = 0;
  const stranger = await start(null, first.port);
  await vi.waitFor(() => expect(bridge.status.state).toBe('not-paired'), 30_000);
  await stop(stranger);
  running.length = 0;
  const again = await start(file, first.port);
  await vi.waitFor(() => expect(bridge.status.state).toBe('connected'), 40_000);
  // The tab's greeting may still be on its way.
  await vi.waitFor(() => expect(again.bridge.tabs.count).toBe(1), 40_000);
});

test('a server ends while a browser that it knows has not said what it is', async () => {
  const one = await start(null);
  const socket = new WebSocket(one.url.replace('http', 'ws') + BRIDGE_SOCKET, {
    headers: { origin: one.url },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const token = one.bridge.pairingUrl.replace(/^.*#pair=/, '');
  const joined = new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'join', credential: null, token }));
  await joined;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  running.length = 0;
  await stop(one);
  await closed;
  expect(one.bridge.tabs.count).toBe(0);
});
