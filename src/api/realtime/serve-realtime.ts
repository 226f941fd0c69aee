import type { ApiDependencies, Via } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { whenLifelineEnds } from '#transport/lifeline.ts';
import type { RealtimeRequest, RealtimeResponse } from '#transport/socket-frames.ts';
import { realtimeError } from './realtime-events.ts';
import { RealtimeSession } from './realtime-session.ts';

const NORMAL = 1_000;
/** "Unauthorized" of the registry of WebSocket codes. */
const REFUSED = 3_000;

/** Serves one Realtime session on a port. */
export function serveRealtime(api: ApiDependencies, port: MessagePort, via: Via = 'page'): void {
  let session: Promise<RealtimeSession | null> | null = null;
  let isClosed = false;
  let leave = () => {};
  const send = (message: RealtimeResponse) => {
    if (!isClosed) port.postMessage(message);
  };
  const channel = { send: (data: string) => send({ type: 'message', data }) };
  const close = (code: number, reason: string) => {
    // A page that closes also releases its lifeline.
    if (isClosed) return;
    send({ type: 'closed', code, reason });
    isClosed = true;
    leave();
    session?.then((opened) => opened?.close()).catch(api.report);
  };

  async function open({ url, key }: { url: string; key: string }): Promise<RealtimeSession | null> {
    try {
      const request = new Request(url, { headers: { authorization: `Bearer ${key}` } });
      send({ type: 'opened' });
      const opened = await RealtimeSession.open(api, request, channel, via);
      // Somebody speaks, or is about to: what can wait would make the text late. A wrong key makes nothing wait.
      if (!isClosed) leave = api.use.enter();
      return opened;
    } catch (error) {
      const failure = toApiError(error);
      channel.send(JSON.stringify(realtimeError(failure, null)));
      close(REFUSED, failure.code);
      return null;
    }
  }

  port.onmessage = ({ data }: MessageEvent<RealtimeRequest>) => {
    if (isClosed) return;
    switch (data.type) {
      case 'open':
        session ??= open(data);
        if (data.lifeline !== null) whenLifelineEnds(data.lifeline, () => close(NORMAL, ''));
        return;
      case 'message':
        session?.then((opened) => opened?.receive(data.data)).catch(api.report);
        return;
      case 'close':
        close(NORMAL, '');
        return;
    }
  };
}
