import type { ApiDependencies } from '#api/call/call.ts';
import { RealtimeSession } from '#api/realtime/realtime-session.ts';

/** A socket of a Realtime session in this process, with the events that it has received. */
export function openTestRealtime(api: ApiDependencies, request: Request) {
  const received: Record<string, unknown>[] = [];
  let session: RealtimeSession | null = null;
  const socket = Object.assign(new EventTarget(), {
    url: request.url,
    readyState: 0 as 0 | 1 | 2 | 3,
    received,
    onopen: null as ((event: Event) => void) | null,
    onmessage: null as ((event: MessageEvent<string>) => void) | null,
    onerror: null as ((event: Event) => void) | null,
    onclose: null as ((event: CloseEvent) => void) | null,
    send: (data: string) => session?.receive(data),
    close: () => {
      session?.close();
      socket.readyState = 3;
    },
  });
  const send = (data: string) => {
    received.push(JSON.parse(data) as Record<string, unknown>);
    socket.onmessage?.(new MessageEvent('message', { data }));
  };
  RealtimeSession.open(api, request, { send }).then((opened) => {
    session = opened;
    socket.readyState = 1;
    socket.onopen?.(new Event('open'));
  }, reportError);
  return socket;
}
