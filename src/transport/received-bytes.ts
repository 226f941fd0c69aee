/** Bytes of an answer that another site sent, as they were read here. */
export interface ReceivedBytes {
  /** Unix milliseconds. */
  at: number;
  host: string;
  by: 'models' | 'provider' | 'page';
  received: number;
}

const CHANNEL = 'alcove-received';
/** Bytes that are reported together: a thread that is ended loses no more. */
const STEP = 4_000_000;

let channel: BroadcastChannel | null = null;

/** The same answer, whose bytes are reported to the host while they are read. Answers of this origin are not. */
export function reportReceived(
  url: string,
  by: ReceivedBytes['by'],
  response: Response,
  origin = self.location.origin,
): Response {
  const target = new URL(url, origin);
  if (target.origin === origin || !/^https?:$/.test(target.protocol)) return response;
  if (response.body === null) return response;
  let received = 0;
  const report = () => {
    if (received === 0) return;
    channel ??= new BroadcastChannel(CHANNEL);
    const { host } = target;
    channel.postMessage({ at: Date.now(), host, by, received } satisfies ReceivedBytes);
    received = 0;
  };
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          received += value?.byteLength ?? 0;
          if (done || received >= STEP) report();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          report();
          controller.error(error);
        }
      },
      async cancel(reason) {
        report();
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the reader: a paused download stays paused.
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/** Calls back for all bytes that threads of this origin report. @returns a function that stops it. */
export function onReceived(listener: (received: ReceivedBytes) => void): () => void {
  const receiver = new BroadcastChannel(CHANNEL);
  receiver.onmessage = ({ data }: MessageEvent<ReceivedBytes>) => listener(data);
  return () => receiver.close();
}
