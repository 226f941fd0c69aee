import { expect, test, vi } from 'vitest';
import { serveRealtime } from '#api/realtime/serve-realtime.ts';
import { hostLost } from '#contract/api-error.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { RealtimeSocket } from './realtime-socket.ts';

const URL = 'http://localhost/v1/realtime?intent=transcription&model=scripted-speech';

/** Locks of one page, which are held to the end. */
function stubLocks() {
  const request = (_: string, ...rest: unknown[]) => {
    const [options] = rest as [{ mode?: string }];
    const work = rest.at(-1) as () => unknown;
    // The host waits for the page's lock, which is held.
    return options.mode === 'shared' ? new Promise(() => {}) : Promise.resolve(work());
  };
  vi.stubGlobal('navigator', { locks: { request } });
  if (typeof globalThis.CloseEvent === 'undefined') {
    class FakeCloseEvent extends Event {
      readonly code: number;
      readonly reason: string;
      readonly wasClean: boolean;
      constructor(type: string, init: { code: number; reason: string; wasClean: boolean }) {
        super(type);
        this.code = init.code;
        this.reason = init.reason;
        this.wasClean = init.wasClean;
      }
    }
    vi.stubGlobal('CloseEvent', FakeCloseEvent);
  }
}

async function open(key?: string) {
  stubLocks();
  const api = await createTestApi();
  let lose = () => {};
  const socket = new RealtimeSocket({
    url: URL,
    key: key ?? api.key,
    relay: async (port) => {
      serveRealtime(api.dependencies, port);
      return {
        onLost(listener) {
          lose = () => listener(hostLost());
          return () => true;
        },
      };
    },
  });
  const log: string[] = [];
  socket.addEventListener('open', () => log.push('open'));
  socket.onmessage = ({ data }) => log.push((JSON.parse(data) as { type: string }).type);
  socket.onerror = () => log.push('error event');
  socket.onclose = ({ code, wasClean }) => log.push(`close ${code} ${wasClean}`);
  return { socket, log, lose: () => lose() };
}

test('it opens, carries events both ways, and closes, as a WebSocket does', async () => {
  const { socket, log } = await open();
  expect(socket.readyState).toBe(socket.CONNECTING);
  expect(() => socket.send('{}')).toThrow('not open');
  await expect.poll(() => log).toEqual(['open', 'session.created']);
  expect(socket.readyState).toBe(RealtimeSocket.OPEN);
  socket.send(JSON.stringify({ type: 'input_audio_buffer.clear' }));
  await expect.poll(() => log.at(-1)).toBe('input_audio_buffer.cleared');
  socket.close();
  expect(socket.readyState).toBe(socket.CLOSING);
  await expect.poll(() => log.at(-1)).toBe('close 1000 true');
  expect(socket.readyState).toBe(socket.CLOSED);
  socket.send('dropped');
});

test('a wrong key is an error event, then the session closes', async () => {
  const { log } = await open('wrong');
  await expect.poll(() => log).toEqual(['open', 'error', 'close 3000 true']);
});

test('a host that goes away closes the session, with an error', async () => {
  const { socket, log, lose } = await open();
  await expect.poll(() => log).toContain('session.created');
  lose();
  expect(log.slice(-2)).toEqual(['error event', 'close 1006 false']);
  expect(socket.readyState).toBe(socket.CLOSED);
});
