import type { Moment } from './device-loss-worker.ts';
import type { Moment as WebllmMoment } from './webllm-loss-worker.ts';

/** What a fresh thread answers when its graphics chip goes at a moment. */
export function answerWithLoss(moment: Moment): Promise<string> {
  return ask(
    new Worker(new URL('./device-loss-worker.ts', import.meta.url), { type: 'module' }),
    moment,
  );
}

/** The same with a WebLLM model that has been downloaded. */
export function answerOnWebllm(model: string, moment: WebllmMoment): Promise<string> {
  return ask(new Worker(new URL('./webllm-loss-worker.ts', import.meta.url), { type: 'module' }), [
    model,
    moment,
  ]);
}

function ask(worker: Worker, message: unknown): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as string);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message);
  }).finally(() => worker.terminate());
}
