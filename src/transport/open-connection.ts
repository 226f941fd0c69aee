import { holdLifeline, whenLifelineEnds } from './lifeline.ts';
import { PortFetch } from './port-fetch.ts';
import { type PortRequest, type PortResponse, WIRE_VERSION } from './port-protocol.ts';

/** The other end speaks another version of the protocol: asking again does not help. */
export class WireVersionError extends Error {
  override readonly name = 'WireVersionError';
}

/** The host answered that it cannot start; asking again does not help. */
export class HostRefusedError extends Error {
  override readonly name = 'HostRefusedError';
}

/**
 * Waits for a host's hello on a port and makes it a connection; null when none comes in time.
 * The connection loses itself when the host dies, and the host drops its requests when we do.
 * @throws WireVersionError, HostRefusedError
 */
export async function openConnection(
  port: MessagePort,
  timeoutMs: number,
): Promise<PortFetch | null> {
  const hello = await waitForHello(port, timeoutMs);
  if (!hello) {
    port.close();
    return null;
  }
  if (hello.type === 'refused') {
    port.close();
    throw new HostRefusedError(hello.message);
  }
  if (hello.version !== WIRE_VERSION) {
    port.close();
    throw new WireVersionError(
      'This page and the page that runs the models are of different versions. Reload both.',
    );
  }
  const connection = new PortFetch(port);
  whenLifelineEnds(hello.epoch, () => connection.lose());
  const name = `alcove-guest:${crypto.randomUUID()}`;
  await holdLifeline(name);
  const message: PortRequest = { type: 'lifeline', name };
  port.postMessage(message);
  return connection;
}

type Hello = Extract<PortResponse, { type: 'hello' | 'refused' }>;

/** The first message of a host on a port; null when none comes in time. */
export function waitForHello(port: MessagePort, timeoutMs: number): Promise<Hello | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), timeoutMs);
    port.onmessage = ({ data }: MessageEvent<PortResponse>) => {
      if (data.type !== 'hello' && data.type !== 'refused') return;
      clearTimeout(timer);
      resolve(data);
    };
  });
}
