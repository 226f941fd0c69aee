import { expect, test } from 'vitest';
import { ClientSocketPort } from './client-socket-port.ts';
import { HostSocketPort } from './host-socket-port.ts';
import type { RealtimeRequest, RealtimeResponse } from './socket-frames.ts';

/** Longer than any event. */
const LONG = 'a'.repeat(25 * 1_048_576);
const open = {
  type: 'open',
  url: 'http://localhost/v1/realtime',
  key: '',
  lifeline: null,
} as const;

/** Two ends of a socket, and what the tab's sessions are sent. */
function connect() {
  const sessions: { port: MessagePort; log: RealtimeRequest[] }[] = [];
  // As over a socket, nothing is received while it is sent.
  const later = (receive: (data: unknown) => void) => (bytes: Uint8Array<ArrayBuffer>) =>
    setImmediate(() => receive(bytes.buffer));
  const client: ClientSocketPort = new ClientSocketPort(later((data) => host.receive(data)));
  const host: HostSocketPort = new HostSocketPort(later((data) => client.receive(data)));
  host.onsession = (port) => {
    const log: RealtimeRequest[] = [];
    port.onmessage = ({ data }: MessageEvent<RealtimeRequest>) => log.push(data);
    sessions.push({ port, log });
  };
  const begin = async () => {
    const log: RealtimeResponse[] = [];
    const post = client.openSession((message) => log.push(message));
    await post(open);
    return { log, post };
  };
  const close = () => {
    for (const { port } of sessions) port.close();
  };
  return { client, sessions, begin, close };
}

test('an event that is too long ends its session, and no other', async () => {
  const { client, sessions, begin, close } = connect();
  const [long, other] = [await begin(), await begin()];
  await long.post({ type: 'message', data: LONG });
  expect(long.log).toEqual([{ type: 'closed', code: 1_009, reason: expect.any(String) }]);
  await expect.poll(() => sessions[0]?.log.at(-1)).toEqual({ type: 'close' });
  await other.post({ type: 'message', data: 'still here' });
  await expect.poll(() => sessions[1]?.log.at(-1)).toEqual({ type: 'message', data: 'still here' });
  expect([other.log, client.hasSessions]).toEqual([[], true]);
  close();
});

test('an answer that is too long ends its session at both ends, and no other', async () => {
  const { client, sessions, begin, close } = connect();
  const [long, other] = [await begin(), await begin()];
  await expect.poll(() => sessions.length).toBe(2);
  sessions[0]?.port.postMessage({ type: 'message', data: LONG });
  await expect.poll(() => long.log.at(-1)).toMatchObject({ type: 'closed', code: 1_009 });
  await expect.poll(() => sessions[0]?.log.at(-1)).toEqual({ type: 'close' });
  sessions[1]?.port.postMessage({ type: 'closed', code: 1_000, reason: '' });
  await expect.poll(() => other.log).toEqual([{ type: 'closed', code: 1_000, reason: '' }]);
  expect(client.hasSessions).toBe(false);
  close();
});
