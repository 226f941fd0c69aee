import type { Moment } from './device-loss-worker.ts';

/** What a fresh thread answers when its graphics chip goes at a moment. */
export function answerWithLoss(moment: Moment): Promise<string> {
  const worker = new Worker(new URL('./device-loss-worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as string);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(moment);
  }).finally(() => worker.terminate());
}
