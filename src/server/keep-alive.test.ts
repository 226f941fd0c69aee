import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GRACE_MS, tendConnections } from './keep-alive.ts';

const IDLE_MS = 300;
/** Node waits for a second more than it says. */
const ENDED_MS = IDLE_MS + 1_500;
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

let server: Server;
let socket: Socket;

beforeEach(async () => {
  server = createServer((_, response) => response.end('an answer'));
  server.keepAliveTimeout = IDLE_MS;
  tendConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(REQUEST);
  await once(socket, 'data');
});
afterEach(() => {
  socket.destroy();
  server.close();
});

/** Stops the process as a sleep does. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a request that came while the process slept is answered on its open connection', async () => {
  const answer = once(socket, 'data');
  socket.write(REQUEST);
  sleep(ENDED_MS);
  expect(String(await answer)).toContain('an answer');
});

test('an idle connection is ended', async () => {
  await once(socket, 'close');
  expect(socket.bytesWritten).toBe(REQUEST.length);
});

const MAX = 8;
const tooLate = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Opens connections that send nothing and read nothing. */
async function openSilent(count: number): Promise<Socket[]> {
  const { remotePort = 0 } = socket;
  const silent = Array.from({ length: count }, () => {
    const one = connect({ port: remotePort, host: '127.0.0.1', allowHalfOpen: true });
    one.on('error', () => {});
    return one.pause();
  });
  await Promise.all(silent.map((one) => once(one, 'connect')));
  return silent;
}

const count = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)));

test('closes a connection whose peer does not read that it was ended', async () => {
  server.on('clientError', (_, stream) => stream.end(tooLate));
  const silent = await openSilent(MAX);
  for (const one of silent) one.write('not a request\r\n\r\n');
  socket.destroy();
  await expect.poll(count, { timeout: 10 * GRACE_MS, interval: 50 }).toBe(0);
  for (const one of silent) one.destroy();
});

test('silent connections make room for new ones, and open responses stay', async () => {
  server.maxConnections = MAX;
  server.keepAliveTimeout = 60_000;
  const held: ServerResponse[] = [];
  server.prependListener('request', ({ url }, response) => {
    if (url !== '/held') return;
    held.push(response);
    response.end = () => response;
  });
  const port = socket.remotePort ?? 0;
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  socket.write(REQUEST.replace('/', '/held'));
  await expect.poll(() => held.length).toBe(1);
  const silent = await openSilent(3 * MAX);
  for (let i = 0; i < MAX; i++) expect(await ask()).toBe('an answer');
  expect(socket.destroyed).toBe(false);
  expect(await count()).toBeLessThanOrEqual(MAX);
  for (const one of silent) one.destroy();
});
