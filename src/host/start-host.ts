import { SpareSlot } from '#slots/spare-slot.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import type { OpenHostMessage } from '#transport/page-messages.ts';
import type { PortRequest } from '#transport/port-protocol.ts';

allowOwnScripts();

let spare: SpareSlot | null = null;

/** Passes a message of the page on to the service, once that is loaded. */
export function takeMessage(
  data: OpenHostMessage | PortRequest,
  service: Promise<typeof import('./host-service.ts')>,
): void {
  // The first model's thread starts while the service opens.
  spare ??= new SpareSlot();
  const first = spare;
  service.then(
    (loaded) => loaded.takeMessage(data, first),
    (error: unknown) => self.postMessage({ type: 'failed', message: String(error) }),
  );
}
