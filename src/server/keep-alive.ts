import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends idle connections only after reading them. When a stopped process or a sleeping computer wakes, Node runs its
 * timers before it reads: a request that came meanwhile on an open connection would be answered by a reset.
 */
export function readBeforeEnding(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
