import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds in which a peer can read that its connection has ended before it is closed. */
export const GRACE_MS = 2_000;

/** Closes idle, ended and silent connections, so that peers that do nothing never use up `maxConnections`. */
export function tendConnections(server: Server): void {
  readBeforeEnding(server);
  makeRoom(server);
}

/**
 * Ends idle connections only after reading them. When a stopped process or a sleeping computer wakes, Node runs its
 * timers before it reads: a request that came meanwhile on an open connection would be answered by a reset.
 */
function readBeforeEnding(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}

/**
 * Each connection that fills the server closes the one that has been silent longest, and open responses stay.
 * Node would refuse the next connection instead, as long as the silent ones stay.
 */
function makeRoom(server: Server): void {
  const connected = new Set<Duplex>();
  /** Connections without an open response, the longest silent first. */
  const silent = new Set<Duplex>();
  const responses = new WeakMap<Duplex, number>();
  server.on('connection', (socket: Socket) => {
    // A connection whose upgrade was ignored comes a second time.
    if (connected.has(socket)) return;
    if (connected.size + 1 >= server.maxConnections) silent.values().next().value?.destroy();
    connected.add(socket);
    silent.add(socket);
    socket.once('finish', () => {
      const timer = setTimeout(() => socket.destroy(), GRACE_MS).unref();
      socket.once('close', () => clearTimeout(timer));
    });
    socket.once('close', () => {
      connected.delete(socket);
      silent.delete(socket);
    });
  });
  server.on('upgrade', (_, socket: Duplex) => silent.delete(socket));
  server.prependListener('request', ({ socket }, response) => {
    responses.set(socket, (responses.get(socket) ?? 0) + 1);
    silent.delete(socket);
    response.once('close', () => {
      const open = (responses.get(socket) ?? 1) - 1;
      responses.set(socket, open);
      if (open === 0 && connected.has(socket)) silent.add(socket);
    });
  });
}
