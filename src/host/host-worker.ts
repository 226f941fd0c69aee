import type {
  HostMessage,
  LeaveMessage,
  OpenHostMessage,
  PingMessage,
} from '#transport/page-messages.ts';
import type { PortRequest } from '#transport/port-protocol.ts';
import type { UseBrokerMessage } from '#workers/broker-messages.ts';

// The entry of a worker imports nothing statically, or the bundler puts shared code into it and other
// chunks import it: WebKit evaluates a worker's entry a second time then (decision 030).
const start = import('./start-host.ts');
// Requested at the same time. Browsers cache compiled code for imports, not for a worker's own script.
const service = import('./host-service.ts');

type Message = PingMessage | LeaveMessage | UseBrokerMessage | OpenHostMessage | PortRequest;

const NOT_LOADED = 'Alcove could not be started. Check the connection and reload the page.';

const send = (message: HostMessage) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type === 'ping') {
    send({ type: 'pong' });
    return;
  }
  start.then(
    ({ handleMessage }) => handleMessage(data, service),
    (error: unknown) => {
      reportError(error);
      send({ type: 'failed', message: NOT_LOADED });
    },
  );
});
