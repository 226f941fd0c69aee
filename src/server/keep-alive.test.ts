import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBeforeEnding } from './create-bridge.ts';

const IDLE_MS = 300;
/** Node waits for a second more than it says. */
const ENDED_MS = IDLE_MS + 1_500;
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

let server: Server;
let socket: Socket;

beforeEach(async () => {
  server = createServer((_, response) => response.end('an answer'));
  server.keepAliveTimeout = IDLE_MS;
  readBeforeEnding(server);
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
