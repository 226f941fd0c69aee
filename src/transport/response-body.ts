import type { ApiError } from '#contract/api-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Controller = ReadableStreamDefaultController<Bytes>;

/** The client's side of a response body. After its end all events are ignored. */
export interface ResponseBody {
  stream: ReadableStream<Bytes>;
  push: (bytes: Bytes) => void;
  end: () => void;
  /** The client aborted: an event stream ends, any other body fails. */
  abort: (reason: unknown) => void;
  /** Ends the body with a typed error event where it is an event stream, else breaks it off. */
  lose: (error: ApiError) => void;
}

interface BodySource {
  isEvents: boolean;
  /** The reader went away. */
  onCancel: () => void;
  /** The reader wants more. */
  pull?: () => Promise<void>;
}

/** A body that is pushed, or pushes itself on demand. */
export function openBody({ isEvents, onCancel, pull }: BodySource): ResponseBody {
  let open: Controller | null = null;
  const finish = (how: (controller: Controller) => void) => {
    const controller = open;
    open = null;
    if (controller) how(controller);
  };
  const stream = new ReadableStream<Bytes>({
    start: (controller) => {
      open = controller;
    },
    cancel: () => {
      open = null;
      onCancel();
    },
    ...(pull && { pull }),
  });
  return {
    stream,
    push: (bytes) => open?.enqueue(bytes),
    end: () => finish((c) => c.close()),
    abort: (reason) => finish((c) => (isEvents ? c.close() : c.error(reason))),
    lose: (error) => finish((c) => (isEvents ? endWith(c, error) : c.error(error))),
  };
}

function endWith(controller: Controller, error: ApiError): void {
  const event = JSON.stringify({ error: error.toBody('').error });
  controller.enqueue(new TextEncoder().encode(`data: ${event}\n\ndata: [DONE]\n\n`));
  controller.close();
}
