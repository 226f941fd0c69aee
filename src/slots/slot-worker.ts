import type { SlotAnswer, SlotRequest } from './slot-protocol.ts';

// Nothing is imported statically: WebKit evaluates an entry that a chunk imports twice (decision 030).
const slot = import('./start-slot.ts');
const started: SlotAnswer = { type: 'started', id: 0 };
self.postMessage(started);

self.addEventListener('message', ({ data }: MessageEvent<SlotRequest>) => {
  // A failed import is an error of this worker, which ends the slot.
  slot.then(
    ({ handleMessage }) => handleMessage(data),
    (error: unknown) => reportError(error),
  );
});
