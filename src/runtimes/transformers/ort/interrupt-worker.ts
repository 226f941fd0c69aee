// Ends a run of a graph while the thread that started it is blocked by it (run-interrupt.ts).
import type { InterruptStart } from './run-interrupt.ts';

self.onmessage = ({ data: { flag, port } }: MessageEvent<InterruptStart>) => {
  port.onmessage = () => {
    Atomics.store(flag, 0, 1);
  };
};
