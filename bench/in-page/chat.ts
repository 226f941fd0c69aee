// The page side of bench/chat.mjs: contenders by name, each in its own worker.
import type { ChatContender, ChatRun, ChatTimes } from './chat-worker.ts';

const workers = new Map<string, Worker>();

function ask<T>(worker: Worker, message: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as T);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message);
  });
}

export async function open(name: string, contender: ChatContender): Promise<void> {
  const worker = new Worker(new URL('./chat-worker.ts', import.meta.url), { type: 'module' });
  await ask(worker, contender);
  workers.set(name, worker);
}

export function run(name: string, what: ChatRun): Promise<ChatTimes> {
  return ask(workers.get(name) as Worker, what);
}
