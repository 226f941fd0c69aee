import { connect, createServer } from 'node:net';

export interface CountingProxy {
  port: number;
  /** Bytes the server has sent through it. */
  bytes: () => number;
  stop: () => void;
}

/** Passes connections to a port of this machine and counts what comes back, as it goes over the wire. */
export async function countBytes(target: number): Promise<CountingProxy> {
  let bytes = 0;
  const open = new Set<{ destroy: () => void }>();
  const server = createServer((client) => {
    const upstream = connect(target, 'localhost');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      // The other end goes with it.
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (data) => {
      bytes += data.length;
    });
    upstream.pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    bytes: () => bytes,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
