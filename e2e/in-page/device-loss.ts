import type { Moment } from './device-loss-worker.ts';
import type { WebllmFault } from './webllm-fault-worker.ts';

/** What a fresh thread answers when its GPU goes at a moment. */
export function answerWithLoss(moment: Moment): Promise<string> {
  return ask(
    new Worker(new URL('./device-loss-worker.ts', import.meta.url), { type: 'module' }),
    moment,
  );
}

/** What a fresh thread with the compiled guide answers when something goes wrong. */
export function answerOnWebllm(fault: WebllmFault): Promise<string> {
  return ask(
    new Worker(new URL('./webllm-fault-worker.ts', import.meta.url), { type: 'module' }),
    fault,
  );
}

function ask(worker: Worker, message: unknown): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as string);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message);
  }).finally(() => worker.terminate());
}
