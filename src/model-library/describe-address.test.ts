import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { chattyGguf } from '#testing/gguf-file.ts';
import { describeAddress, listGgufFiles } from './describe-address.ts';
import { planDownload } from './plan-download.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

/** A real server on this machine. `policy`: what this page was served with. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubGlobal('self', { location: { href: 'data:text/javascript,' } });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const FILES: Record<string, Uint8Array> = {
  'tiny-q8_0.gguf': chattyGguf('Tiny'),
  'big model/tiny-f16.gguf': chattyGguf('Tiny'),
  'tiny-IQ2_XS.gguf': new Uint8Array(9),
  'tiny-q2_k.gguf': new Uint8Array(9),
  'mmproj-f16.gguf': new Uint8Array(9),
  'tiny-f32-00001-of-00002.gguf': new Uint8Array(9),
  'README.md': new Uint8Array(9),
};

/** A hub with one repository. */
const hubOf =
  (files: Record<string, Uint8Array>): RequestListener =>
  ({ url = '' }, response) => {
    const json = (value: unknown) => response.end(JSON.stringify(value));
    if (url === '/api/models/made/tiny') {
      json({ sha: 'abc', cardData: { license: 'mit' } });
    } else if (url.startsWith('/api/models/made/tiny/tree/abc')) {
      const entries = Object.entries(files);
      json(
        entries.map(([path, { length }]) => ({
          type: 'file',
          path,
          size: length,
          lfs: { oid: `hash of ${path}` },
        })),
      );
    } else {
      const path = decodeURIComponent(url.split('/resolve/abc/')[1] ?? '');
      const bytes = files[path];
      response.writeHead(bytes ? 200 : 404, { 'content-length': bytes?.length ?? 0 }).end(bytes);
    }
  };

test('a repository with GGUF files alone offers those that can be read, smallest first', async () => {
  const hub = await serve(hubOf(FILES));
  const listed = await listGgufFiles('made/tiny', hub);
  expect(listed.map(({ name }) => name)).toEqual(['tiny-q8_0.gguf', 'big model/tiny-f16.gguf']);
  expect(listed[1]?.address).toBe(`${hub}/made/tiny/resolve/main/big%20model/tiny-f16.gguf`);
  await expect(describeAddress('made/tiny', hub, 'wasm')).rejects.toThrow('by its address');
});

test('other repositories are not asked about, and one of unread types is refused', async () => {
  const hub = await serve(
    hubOf({ 'a.gguf': new Uint8Array(9), 'onnx/model.onnx': new Uint8Array() }),
  );
  expect(await listGgufFiles('made/tiny', hub)).toEqual([]);
  expect(await listGgufFiles('https://models.test/a.gguf', hub)).toEqual([]);
  const other = await serve(hubOf({ 'a-iq1_s.gguf': new Uint8Array(9) }));
  await expect(listGgufFiles('made/tiny', other)).rejects.toThrow('types that are not read here');
});

test('a file of the hub has its size, hash and licence, and is planned at its commit', async () => {
  const hub = await serve(hubOf(FILES));
  const [, chosen] = await listGgufFiles('made/tiny', hub);
  const card = await describeAddress(chosen?.address ?? '', hub, 'wasm');
  const path = 'made/tiny/resolve/abc/big%20model/tiny-f16.gguf';
  const bytes = FILES['big model/tiny-f16.gguf']?.length;
  expect(card).toMatchObject({
    id: 'made/tiny-f16',
    title: 'tiny-f16',
    owner: 'made',
    licence: 'Apache-2.0',
    task: 'chat',
    source: {
      repository: 'made/tiny-f16',
      page: `${hub}/made/tiny`,
      gguf: { address: path, bytes, sha256: 'hash of big model/tiny-f16.gguf' },
    },
  });
  expect(card.source?.file).toBeUndefined();
  const plan = await planDownload(card, 'https://mirror.test', new AbortController().signal);
  expect(plan).toMatchObject({
    revision: null,
    total: bytes,
    files: [{ path: 'model.gguf', url: `https://mirror.test/${path}`, bytes }],
  });
  await expect(
    describeAddress(`${hub}/made/tiny/resolve/main/none.gguf`, hub, 'wasm'),
  ).rejects.toThrow('made/tiny has no file none.gguf.');
});

test('of a file of any host only the beginning is read', async () => {
  const tiny = chattyGguf('Tiny');
  let isLeft = false;
  const host = await serve((_, response) => {
    response.on('close', () => {
      isLeft = true;
    });
    // As if gigabytes of weights followed; the header names its own few alone.
    response.writeHead(200, { 'content-length': 3e9 }).write(tiny);
    response.write(Buffer.alloc(2_000_000));
  });
  const card = await describeAddress(`${host}/a/tiny.gguf?key=secret`, 'https://hub.test', 'wasm');
  expect(card).toMatchObject({
    id: 'local/tiny',
    source: {
      page: `${host}/a/tiny.gguf`,
      gguf: { address: `${host}/a/tiny.gguf?key=secret`, bytes: 3e9, sha256: null },
    },
  });
  await vi.waitFor(() => expect(isLeft).toBe(true));
});

test('a host that says no size is read all the same', async () => {
  const tiny = chattyGguf('Tiny');
  const host = await serve((_, response) => {
    response.writeHead(200);
    for (let at = 0; at < tiny.length; at += 1000) response.write(tiny.subarray(at, at + 1000));
    response.end();
  });
  const card = await describeAddress(`${host}/tiny.gguf`, 'https://hub.test', 'wasm');
  expect(card.source?.gguf?.bytes).toBeNull();
});

test.each([
  ['gives its length as it is sent', {}, null],
  ['knows ranges', { 'accept-ranges': 'bytes' }, 3e9],
  ['compresses', { 'accept-ranges': 'bytes', 'content-encoding': 'gzip' }, null],
])('of another origin that %s', async (_, headers, bytes) => {
  vi.stubGlobal('self', { location: { href: 'data:text/javascript,' } });
  const answer = () => {
    const body = new Blob([chattyGguf('Tiny').slice(), new Uint8Array(2_000_000)]);
    const response = new Response(body, {
      headers: { 'content-length': '3000000000', ...headers },
    });
    return Object.defineProperty(response, 'type', { value: 'cors' });
  };
  vi.stubGlobal('fetch', async () => answer());
  const card = await describeAddress('https://models.test/a.gguf', 'https://hub.test', 'wasm');
  expect(card.source?.gguf?.bytes).toBe(bytes);
});

const header = chattyGguf('Tiny').slice(0, 4_000);
const claim = header.slice();
// The count of entries: more than any header has.
new DataView(claim.buffer).setBigUint64(16, 60_000n, true);

test.each([
  ['a page in place of a file', Buffer.from('<!doctype html><title>Sign in</title>'), 'not a GGUF'],
  ['nothing', Buffer.alloc(0), 'damaged'],
  ['a header that ends early', header, 'damaged'],
  ['a header that claims more than there is', claim, 'damaged'],
])('%s is refused in a sentence', async (_, body, words) => {
  const host = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': body.length }).end(body);
  });
  await expect(describeAddress(`${host}/a.gguf`, 'https://hub.test', 'wasm')).rejects.toThrow(
    words,
  );
});

test('a host that refuses, breaks off or does not share its files is named', async () => {
  const ask = (url: string) => describeAddress(`${url}/a.gguf`, 'https://hub.test', 'wasm');
  const refusing = await serve((_, response) => response.writeHead(403).end());
  await expect(ask(refusing)).rejects.toThrow('only to people it knows');
  const none = await serve((_, response) => response.writeHead(404).end());
  await expect(ask(none)).rejects.toThrow('has no a.gguf.');
  const breaking = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 1e6 }).write(header, () => response.destroy());
  });
  await expect(ask(breaking)).rejects.toThrow('cannot be reached');
  // As a browser answers where a host sends no CORS headers.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(ask('https://models.test')).rejects.toThrow(
    'models.test cannot be reached, or does not let web pages read its files (CORS). Where the server of this page runs, "npm start -- pull \'https://models.test/a.gguf\'"',
  );
});

test('a folder on a web server is named with the command that fetches it, and asked for nothing', async () => {
  const asked = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', asked);
  const typed = 'https://models.test/files/qwen3/?key=secret';
  expect(await listGgufFiles(typed, 'https://hub.test')).toEqual([]);
  await expect(describeAddress(typed, 'https://hub.test', 'wasm')).rejects.toThrow(
    'models.test is not a model hub: this page was served with a list of hosts for models. Where its server runs, "npm start -- pull \'https://models.test/files/qwen3/\'" fetches the folder for every browser.',
  );
  expect(asked).not.toHaveBeenCalled();
});
