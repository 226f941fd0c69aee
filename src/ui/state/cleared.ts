import type { DataKind } from '#storage/tables.ts';

const CHANNEL = 'alcove-cleared';
const listeners = new Set<(kind: DataKind) => void>();

/** Notifies this tab and all others that a person cleared data of one kind. */
export function announceCleared(kind: DataKind): void {
  for (const listener of listeners) listener(kind);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(kind);
  channel.close();
}

/** Calls back when data is cleared, here or in another tab. @returns a function that stops it. */
export function onCleared(listener: (kind: DataKind) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<DataKind>) => listener(data);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    channel.close();
  };
}
