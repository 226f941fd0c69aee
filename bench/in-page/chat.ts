// The page side of bench/chat.mjs: contenders by name, each in its own worker.
import { askWorker } from './ask-worker.ts';
import type { ChatContender, ChatRun, ChatTimes } from './chat-worker.ts';

const workers = new Map<string, Worker>();

export async function open(name: string, contender: ChatContender): Promise<void> {
  const worker = new Worker(new URL('./chat-worker.ts', import.meta.url), { type: 'module' });
  await askWorker(worker, contender);
  workers.set(name, worker);
}

export function run(name: string, what: ChatRun): Promise<ChatTimes> {
  return askWorker(workers.get(name) as Worker, what);
}
