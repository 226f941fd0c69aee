// Nothing is imported statically: WebKit evaluates an entry that a chunk imports twice (decision 030).
const early: MessageEvent[] = [];
const keepMessage = (event: MessageEvent) => early.push(event);
self.addEventListener('message', keepMessage);

import('./start-documents.ts').then(
  () => {
    self.removeEventListener('message', keepMessage);
    for (const { data } of early) self.dispatchEvent(new MessageEvent('message', { data }));
  },
  (error: unknown) => reportError(error),
);

export {};
