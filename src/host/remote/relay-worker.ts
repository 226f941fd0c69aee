import type { BrokeredStart } from '#workers/broker-messages.ts';
import type { RelayPortMessage } from './relay-message.ts';

// Nothing is imported statically: WebKit evaluates an entry that a chunk imports twice (decision 030).
const relay = import('./serve-relay.ts');

function receive(message: RelayPortMessage): void {
  relay.then(
    ({ handleMessage }) => handleMessage(message),
    (error: unknown) => reportError(error),
  );
}

self.addEventListener('message', ({ data }: MessageEvent<RelayPortMessage | BrokeredStart>) => {
  if ('type' in data) {
    receive(data);
    return;
  }
  // Firefox: the page started this worker for the host, which writes over the port (workers/worker-broker.ts).
  const { port, endsOn } = data;
  if (endsOn) new BroadcastChannel(endsOn).onmessage = () => self.close();
  port.onmessage = (event: MessageEvent<RelayPortMessage>) => receive(event.data);
});
