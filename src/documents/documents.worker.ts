// Nothing is imported statically: WebKit evaluates an entry that a chunk imports twice (decision 030).
const early: MessageEvent[] = [];
const queueMessage = (event: MessageEvent) => early.push(event);
self.addEventListener('message', queueMessage);

import('./start-documents.ts').then(
  () => {
    self.removeEventListener('message', queueMessage);
    for (const { data } of early) self.dispatchEvent(new MessageEvent('message', { data }));
  },
  (error: unknown) => reportError(error),
);

export {};
