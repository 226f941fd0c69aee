import { SpareSlot } from '#slots/spare-slot.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import type { OpenHostMessage } from '#transport/page-messages.ts';
import type { PortRequest } from '#transport/port-protocol.ts';

type Message = OpenHostMessage | PortRequest;

allowOwnScripts();

let spare: SpareSlot | null = null;
// Browsers keep compiled code for what a worker imports, not for the worker's own script: so all there
// is lies in the import.
const service = import('./host-service.ts');

self.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  // Beside all that the service opens, the first model's thread starts.
  spare ??= new SpareSlot();
  const first = spare;
  service.then(
    ({ takeMessage }) => takeMessage(data, first),
    (error: unknown) => self.postMessage({ type: 'failed', message: String(error) }),
  );
});
