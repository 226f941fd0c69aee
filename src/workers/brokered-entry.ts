import type { BrokeredStart } from './broker-messages.ts';
import { installWorkerBroker, sendOver, type TransferList } from './brokered-worker.ts';

/** Entry of a worker that the page starts for another worker: messages use the port instead of the page. */
self.addEventListener(
  'message',
  ({ data: { url, name, port, broker, endsOn } }: MessageEvent<BrokeredStart>) => {
    const sendToPage = self.postMessage.bind(self);
    if (endsOn) new BroadcastChannel(endsOn).onmessage = () => self.close();
    installWorkerBroker(broker);
    const postMessage = (message: unknown, transfer?: TransferList) =>
      sendOver(port, message, transfer);
    // The attribute is replaceable; onnxruntime knows its threads by it.
    Object.assign(self, { postMessage, name });
    import(/* @vite-ignore */ url).then(
      () => {
        port.onmessage = ({ data, ports }) =>
          self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
      },
      // The console has the reason.
      () => sendToPage('not-loaded'),
    );
  },
  { once: true },
);
