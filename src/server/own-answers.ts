import type { IncomingMessage } from 'node:http';
import { BRIDGE_FILE, BRIDGE_VERSION } from '#transport/bridge-messages.ts';
import { LOOPBACK } from './allowed.ts';
import type { Forwarder } from './forward.ts';
import type { ModelFolder } from './models/model-folder.ts';

interface Parts {
  forwarder: Pick<Forwarder, 'hasTab' | 'writeMetrics'>;
  models: ModelFolder | null;
  /** Whether other machines can reach this server. */
  isLan: boolean;
}

/**
 * What the server answers by itself: its version with the models it has, for supervisors whether a tab answers, and for
 * Prometheus what it counted, which other machines on a network cannot read.
 */
export function ownAnswer(
  path: string,
  { socket }: Pick<IncomingMessage, 'socket'>,
  { forwarder, models, isLan }: Parts,
): Response | null {
  if (path === BRIDGE_FILE) {
    const cards = models?.list().map(({ card }) => card) ?? [];
    return Response.json({
      bridge: BRIDGE_VERSION,
      rooms: true,
      ...(cards.length > 0 && { models: cards }),
    });
  }
  if (path === '/metrics' && (!isLan || LOOPBACK.test(socket.remoteAddress ?? ''))) {
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
    return new Response(forwarder.writeMetrics(), { headers });
  }
  if (path !== '/health' && path !== '/v1/health') return null;
  const status = forwarder.hasTab ? 'ok' : 'no open tab';
  return Response.json({ status }, { status: forwarder.hasTab ? 200 : 503 });
}
