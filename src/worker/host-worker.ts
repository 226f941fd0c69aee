import { allowOwnScripts } from '#wire/own-scripts.ts';
import type { OpenHostMessage } from '#wire/page-messages.ts';
import type { PortRequest } from '#wire/port-protocol.ts';
import { SpareSlot } from './spare-slot.ts';

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
