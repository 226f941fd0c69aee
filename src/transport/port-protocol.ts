/** Both ends refuse another version instead of guessing: an old page may meet a new worker. */
export const WIRE_VERSION = 3;

/** To the host worker, over a port it serves. */
export type PortRequest =
  | {
      type: 'request';
      id: number;
      method: string;
      url: string;
      headers: [string, string][];
      /**
       * Uploads cross as blobs, by reference; JSON as bytes, which are transferred and arrive earlier. A stream
       * crosses sockets only, in parts.
       */
      body: Blob | ArrayBuffer | ReadableStream<Uint8Array> | null;
    }
  | { type: 'cancel'; id: number }
  /** Another port to serve: for requests as this one, for control over comlink, or for a Realtime session. */
  | { type: 'attach'; as: PortUse; port: MessagePort }
  /** Name of a lock the sender holds while it lives: its requests end with it. */
  | { type: 'lifeline'; name: string };

export type PortUse = 'requests' | 'control' | 'realtime';

/** From the host worker. A body follows its head chunk by chunk. */
export type PortResponse =
  | { type: 'hello'; version: number; epoch: string }
  /** Instead of the hello: the host could not start, and will not. `message` is for a person. */
  | { type: 'refused'; message: string }
  | {
      type: 'head';
      id: number;
      status: number;
      headers: [string, string][];
      body: 'none' | 'events' | 'chunks';
    }
  /** An answer in one message: a small one would feel each thread that is woken once more. */
  | {
      type: 'whole';
      id: number;
      status: number;
      headers: [string, string][];
      bytes: ArrayBuffer;
    }
  /** `isLast`: a message of its own for the end would wake every thread on the way once more. */
  | { type: 'chunk'; id: number; bytes: Uint8Array<ArrayBuffer>; isLast: boolean }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; message: string };

/** What requests and answers travel over: a `MessagePort`, or a socket that looks like one. */
export interface RequestPort {
  postMessage(message: PortRequest | PortResponse, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
  /** Resolves when the other end wants more of an answer; absent where it never has to wait. */
  whenWanted?: (id: number) => Promise<void>;
  /** The reader has consumed everything that arrived of an answer so far. */
  acknowledge?: (id: number) => void;
}

/** Reports to the other end why no host will serve it; `message` is shown to people. */
export function refusePort(port: MessagePort, message: string): void {
  const refusal: PortResponse = { type: 'refused', message };
  port.postMessage(refusal);
  port.close();
}
