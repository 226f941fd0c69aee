import type { RelayMessage } from './relay-message.ts';

// Nothing is imported statically: WebKit evaluates an entry that a chunk imports twice (decision 030).
const relay = import('./serve-relay.ts');
self.addEventListener('message', ({ data }: MessageEvent<RelayMessage>) => {
  relay.then(
    ({ serveRelay }) => serveRelay(data.port),
    (error: unknown) => reportError(error),
  );
});
