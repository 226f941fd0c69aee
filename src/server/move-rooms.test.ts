import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { roomWire } from '#move/wire.ts';
import { ROOM_CODES } from '#transport/move-rooms.ts';
import { type Bridge, createBridge } from './create-bridge.ts';
import { MoveRooms, type RoomLimits } from './move-rooms.ts';

const SLOW = { timeout: 20_000 };

let server: Server;
let rooms: MoveRooms | null = null;
let bridge: Bridge | null = null;
let port = 0;

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(async () => {
  rooms?.close();
  vi.unstubAllGlobals();
  await bridge?.close();
  [rooms, bridge] = [null, null];
  server.closeAllConnections();
  server.close();
});

function serve(limits: Partial<RoomLimits> = {}): MoveRooms {
  const made = new MoveRooms(limits);
  rooms = made;
  server.on('upgrade', (request, stream, head) => {
    if (!made.accept(request, stream, head)) stream.destroy();
  });
  return made;
}

interface Device {
  socket: WebSocket;
  /** Texts of the server and bytes of the other device. */
  seen: (string | Buffer)[];
  closed: Promise<number>;
}

function join(path: string, origin = `http://localhost:${port}`): Device {
  const socket = new WebSocket(`ws://localhost:${port}/move-rooms/${path}`, { origin });
  const seen: (string | Buffer)[] = [];
  socket.on('message', (data, isBinary) => seen.push(isBinary ? (data as Buffer) : String(data)));
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
  });
  return { socket, seen, closed };
}

async function pair(name = 'heron-tulip'): Promise<[Device, Device]> {
  const first = join(`${name}?first`);
  await expect.poll(() => first.seen, SLOW).toEqual(['open']);
  const second = join(name);
  await expect.poll(() => second.seen, SLOW).toEqual(['joined']);
  await expect.poll(() => first.seen, SLOW).toEqual(['open', 'joined']);
  return [first, second];
}

test('passes bytes on both ways, in order, and ends with either device', async () => {
  const made = serve();
  const [first, second] = await pair();
  for (let i = 0; i < 50; i++) first.socket.send(Buffer.from([i]));
  second.socket.send(Buffer.alloc(65_536, 7));
  await expect.poll(() => second.seen, SLOW).toHaveLength(51);
  expect(second.seen.slice(1).map((data) => (data as Buffer)[0])).toEqual(
    Array.from({ length: 50 }, (_, i) => i),
  );
  await expect.poll(() => first.seen[2], SLOW).toEqual(Buffer.alloc(65_536, 7));
  second.socket.close();
  expect(await first.closed).toBe(ROOM_CODES.over);
  expect(made.count).toBe(0);
});

test('a device that reads slowly slows the other one down, and loses nothing', async () => {
  serve();
  const [first, second] = await pair();
  second.socket.pause();
  const count = 400;
  for (let i = 0; i < count; i++) first.socket.send(Buffer.alloc(65_000, i));
  await new Promise((resolve) => setTimeout(resolve, 300));
  second.socket.resume();
  await expect.poll(() => second.seen.length, SLOW).toBe(count + 1);
  expect(second.seen.slice(1).every((data, i) => (data as Buffer)[0] === i % 256)).toBe(true);
});

test('refuses rooms that are unknown, in use or too many', async () => {
  serve({ rooms: 2 });
  expect(await join('heron-tulip').closed).toBe(ROOM_CODES.unknown);
  await pair();
  expect(await join('heron-tulip').closed).toBe(ROOM_CODES.taken);
  expect(await join('heron-tulip?first').closed).toBe(ROOM_CODES.taken);
  await pair('zebra-canoe');
  expect(await join('otter-canoe?first').closed).toBe(ROOM_CODES.full);
});

test('a device that finds all rooms open learns it', async () => {
  serve({ rooms: 1 });
  await pair();
  vi.stubGlobal('WebSocket', WebSocket);
  const url = new URL(`ws://localhost:${port}/move-rooms/otter-canoe?first`);
  const opening = roomWire(url, { signal: new AbortController().signal, isFirst: true });
  await expect(opening).rejects.toMatchObject({ fault: 'full' });
});

test('a third device ends no move of two others, however often it tries', async () => {
  const made = serve();
  const [first, second] = await pair();
  for (let i = 0; i < 40; i++) {
    expect(await join('heron-tulip').closed).toBe(ROOM_CODES.taken);
  }
  first.socket.send(Buffer.from('still here'));
  await expect.poll(() => second.seen[1], SLOW).toEqual(Buffer.from('still here'));
  expect(made.count).toBe(1);
});

test('devices that met before replace the rest of their last connection', async () => {
  serve();
  const name = 'ab'.repeat(16);
  const [first, second] = await pair(name);
  const again = join(`${name}?first`);
  expect(await first.closed).toBe(ROOM_CODES.over);
  expect(await second.closed).toBe(ROOM_CODES.over);
  await expect.poll(() => again.seen, SLOW).toEqual(['open']);
});

test('names that no code makes are no rooms', async () => {
  serve();
  for (const name of [
    '',
    'heron',
    'heron-tulip-zebra',
    '../bridge',
    'HERON-TULIP',
    'g'.repeat(32),
  ]) {
    expect(await join(`${name}?first`).closed).toBe(1_006);
  }
});

test('ends rooms that wait, are silent, send texts, send too much at a time or in all', async () => {
  const made = serve({ waitMs: 2_000, idleMs: 4_000, bytes: 100_000 });
  const waiting = join('heron-tulip?first');
  expect(await waiting.closed).toBe(ROOM_CODES.over);
  const silent = await pair();
  expect(await silent[0].closed).toBe(ROOM_CODES.over);
  const text = await pair();
  text[1].socket.send('a text');
  expect(await text[0].closed).toBe(ROOM_CODES.over);
  const large = await pair();
  large[1].socket.send(Buffer.alloc(65_537));
  expect(await large[1].closed).toBe(1_009);
  expect(await large[0].closed).toBe(ROOM_CODES.over);
  const much = await pair();
  for (let i = 0; i < 4; i++) much[0].socket.send(Buffer.alloc(30_000));
  expect(await much[1].closed).toBe(ROOM_CODES.over);
  const early = join('heron-tulip?first');
  await expect.poll(() => early.seen, SLOW).toEqual(['open']);
  early.socket.send(Buffer.from([1]));
  expect(await early.closed).toBe(ROOM_CODES.over);
  expect(made.count).toBe(0);
});

test('the server of alcove opens rooms for its own pages alone', async () => {
  bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: ['https://listed.example'],
    isLan: false,
    isHeadless: false,
    say: () => {},
  });
  bridge.attach(server, `http://localhost:${port}`);
  await pair();
  for (const origin of ['https://listed.example', 'https://other.example', 'null']) {
    expect(await join('zebra-canoe?first', origin).closed).toBe(1_006);
  }
});
