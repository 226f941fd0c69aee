import { WarmSlot } from '#slots/warm-slot.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import {
  type HostMessage,
  type LeaveMessage,
  type OpenHostMessage,
  TAKE_OVER_CHANNEL,
} from '#transport/page-messages.ts';
import { type PortRequest, refusePort } from '#transport/port-protocol.ts';
import type { UseBrokerMessage } from '#workers/broker-messages.ts';
import { installWorkerBroker } from '#workers/brokered-worker.ts';

const NOT_LOADED = 'Part of Alcove could not be loaded. Check the connection and reload the page.';

allowOwnScripts();
// Another page takes over because the one that runs this worker hangs: it cannot end the worker itself.
new BroadcastChannel(TAKE_OVER_CHANNEL).onmessage = () => self.close();

let warm: WarmSlot | null = null;

const send = (message: HostMessage) => self.postMessage(message);

/** Passes a message of the page on to the service, once that is loaded. */
export function handleMessage(
  data: UseBrokerMessage | OpenHostMessage | LeaveMessage | PortRequest,
  service: Promise<typeof import('./host-service.ts')>,
): void {
  if (data.type === 'use-broker') {
    installWorkerBroker(data.broker);
    return;
  }
  // The first model's thread starts while the service opens.
  warm ??= new WarmSlot({
    prepares: data.type === 'open' && !data.isMetered,
    onStarted: () => send({ type: 'worker-started' }),
  });
  const first = warm;
  service.then(
    (loaded) => loaded.handleMessage(data, first),
    (error: unknown) => {
      reportError(error);
      send({ type: 'failed', message: NOT_LOADED });
      if (data.type === 'attach') refusePort(data.port, NOT_LOADED);
    },
  );
}
