import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES, readLarge } from './read-upload.ts';

/** Sizes of the parts in which a body is passed on that is sent as `pieces`. */
function partsOf(pieces: readonly string[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const receive = async (request: IncomingMessage) => {
      const parts: number[] = [];
      const reader = readLarge(request, reject).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value.length);
      }
      server.close();
      server.closeAllConnections();
      resolve(parts);
    };
    const server = createServer((request) => void receive(request).catch(reject));
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', reject);
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (const piece of pieces) socket.write(piece);
      socket.write('0\r\n\r\n');
    });
  });
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

test('chunks of one byte are passed on together', async () => {
  const parts = await partsOf(Array.from({ length: 40 }, () => '1\r\na\r\n'.repeat(2_500)));
  expect(sum(parts)).toBe(100_000);
  expect(parts.length).toBeLessThan(200);
});

test('a large body arrives whole, and one beyond the limit is refused', async () => {
  const piece = `100000\r\n${'a'.repeat(0x100000)}\r\n`;
  expect(sum(await partsOf(Array.from({ length: 8 }, () => piece)))).toBe(8 * 0x100000);
  const tooMany = Array.from({ length: MAX_BODY_BYTES / 0x100000 + 1 }, () => piece);
  await expect(partsOf(tooMany)).rejects.toThrow('Request body too large.');
});
