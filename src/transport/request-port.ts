import type { PortRequest, PortResponse } from './port-protocol.ts';

/** What requests and answers travel over: a `MessagePort`, or a socket that looks like one. */
export interface RequestPort {
  postMessage(message: PortRequest | PortResponse, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
  /** On a socket, streams cannot be moved: they cross chunk by chunk. */
  readonly isSocket?: boolean;
  /** Resolves when the other end wants more of an answer; absent where it never has to wait. */
  whenWanted?: (id: number) => Promise<void>;
  /** The reader has consumed everything that arrived of an answer so far. */
  acknowledge?: (id: number) => void;
}
