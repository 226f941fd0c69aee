import { appPath } from '#contract/app-path.ts';
import type { RealtimeRequest, RealtimeResponse } from '#transport/socket-frames.ts';
import type { Connection } from './connection.ts';

const ABNORMAL = 1_006;
const HOST_LOST = 'The tab that runs the models went away.';

/** Opens a session of this origin. `model`: the service's own choice where absent. */
export function openRealtime(
  relay: Connection['relay'],
  { apiKey, model }: { apiKey: string; model?: string },
): RealtimeSocket {
  const url = new URL(appPath('/v1/realtime'), location.href);
  url.searchParams.set('intent', 'transcription');
  if (model) url.searchParams.set('model', model);
  return new RealtimeSocket({ relay, url: url.href, key: apiKey });
}

interface Way {
  /** Hands the far end of a channel to the host. */
  relay: Connection['relay'];
  url: string;
  key: string;
}

/**
 * A session of OpenAI's Realtime API, in the shape of a WebSocket: the same events, methods and states. It ends in the
 * host worker of this origin, not in a network.
 */
export class RealtimeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly url: string;
  readonly protocol = 'realtime';
  readonly extensions = '';
  readonly bufferedAmount = 0;
  binaryType: BinaryType = 'blob';
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #port: MessagePort;
  #readyState: 0 | 1 | 2 | 3 = 0;
  #release = () => {};

  constructor({ relay, url, key }: Way) {
    super();
    this.url = url;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<RealtimeResponse>) => this.#receive(data);
    const lifeline = `alcove-realtime:${crypto.randomUUID()}`;
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    navigator.locks
      .request(lifeline, async () => {
        const host = await relay(port2, 'realtime');
        host.onLost(() => this.#end(ABNORMAL, HOST_LOST));
        this.#post({ type: 'open', url, key, lifeline });
        await held;
      })
      .catch((error: unknown) => this.#end(ABNORMAL, String(error)));
  }

  get readyState(): 0 | 1 | 2 | 3 {
    return this.#readyState;
  }

  /** Sends one event as JSON. @throws DOMException `InvalidStateError` before `open`. */
  send(data: string): void {
    if (this.#readyState === this.CONNECTING) {
      throw new DOMException('The session is not open yet.', 'InvalidStateError');
    }
    if (this.#readyState === this.OPEN) this.#post({ type: 'message', data: String(data) });
  }

  close(): void {
    if (this.#readyState >= this.CLOSING) return;
    this.#readyState = this.CLOSING;
    this.#post({ type: 'close' });
    this.#release();
  }

  #post(message: RealtimeRequest): void {
    this.#port.postMessage(message);
  }

  #receive(message: RealtimeResponse): void {
    switch (message.type) {
      case 'opened':
        if (this.#readyState !== this.CONNECTING) return;
        this.#readyState = this.OPEN;
        this.#emit(new Event('open'));
        return;
      case 'message':
        if (this.#readyState === this.OPEN) {
          this.#emit(new MessageEvent('message', { data: message.data }));
        }
        return;
      case 'closed':
        this.#end(message.code, message.reason);
        return;
    }
  }

  #end(code: number, reason: string): void {
    if (this.#readyState === this.CLOSED) return;
    this.#readyState = this.CLOSED;
    this.#release();
    this.#port.close();
    const wasClean = code !== ABNORMAL;
    if (!wasClean) this.#emit(new Event('error'));
    this.#emit(new CloseEvent('close', { code, reason, wasClean }));
  }

  #emit(event: Event): void {
    const handler = this[`on${event.type}` as 'onopen'];
    handler?.call(this, event);
    this.dispatchEvent(event);
  }
}
