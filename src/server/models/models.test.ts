import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRepository } from '#model-files/hub.ts';
import { PIECE_BYTES } from '#model-files/model-file.ts';
import { createBridge } from '#server/create-bridge.ts';
import { chattyGguf } from '#testing/gguf-file.ts';
import { ModelFolder } from './model-folder.ts';
import { pull } from './pull.ts';

const SHAPE = 'e2e/shapes/qwen3';
const GRAPH = 'onnx/model.onnx';
let folder: string;
let models: ModelFolder;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-pull-'));
  models = new ModelFolder(join(folder, 'models'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The server of a folder of models, as `alcove` starts it. @returns its address */
async function start(path = models.path, cutAfter = Number.POSITIVE_INFINITY): Promise<string> {
  const bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: [],
    isLan: false,
    isHeadless: false,
    say: () => {},
    models: path,
  });
  let cuts = cutAfter === Number.POSITIVE_INFINITY ? 0 : 2;
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? ''}`.trim());
    if (request.url?.endsWith(GRAPH) && cuts-- > 0) {
      const write = response.write.bind(response);
      let isCut = false;
      response.write = ((chunk: Uint8Array) => {
        if (isCut) return false;
        isCut = true;
        write(chunk.subarray(0, cutAfter));
        setTimeout(() => response.destroy(), 50);
        return false;
      }) as typeof response.write;
    }
    bridge.first(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : 0}`;
}
let asked: string[] = [];
beforeEach(() => {
  asked = [];
});

const quiet = { say: () => {}, onProgress: () => {} };

test('a folder is fetched whole, listed, and removed', async () => {
  const model = await pull(SHAPE, { models, ...quiet });
  expect(model.card).toMatchObject({ id: 'local/qwen3', task: 'chat', family: 'qwen3' });
  expect(model.card.downloadBytes).toBe(model.files.reduce((sum, { bytes }) => sum + bytes, 0));
  const paths = model.files.map(({ path }) => path);
  expect(paths).toContain(GRAPH);
  expect(paths).not.toContain('reference.json');
  expect(models.list()).toEqual([model]);
  expect(models.remove('local/qwen3')).toBe(true);
  expect(models.list()).toEqual([]);
  expect(models.remove('local/qwen3')).toBe(false);
});

test('the server answers as a hub: an app and another server install from it, with every hash', async () => {
  const model = await pull(SHAPE, { models, ...quiet });
  const url = await start();
  const described = (await (await fetch(`${url}/bridge.json`)).json()) as { models: unknown };
  expect(described.models).toEqual([model.card]);
  const hub = `${url}/server-models`;
  const found = await readRepository(hub, 'local/qwen3', fetch, AbortSignal.timeout(5_000));
  expect(found.revision).toBe(model.revision);
  expect(found.files).toEqual([...model.files]);
  const second = new ModelFolder(join(folder, 'second'));
  const copy = await pull('local/qwen3', { models: second, hub, ...quiet });
  expect(copy.files).toEqual(model.files);
});

test('large files have a hash for each piece, which a hub may have wrong', async () => {
  const part = models.openPart('local/large');
  const bytes = Buffer.alloc(PIECE_BYTES + 3, 7);
  writeFileSync(join(part, 'model.onnx'), bytes);
  const { card } = await pull(SHAPE, { models, ...quiet });
  const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');
  const pieces = [hash(bytes.subarray(0, PIECE_BYTES)), hash(bytes.subarray(PIECE_BYTES))];
  const file = { path: 'model.onnx', bytes: bytes.length, sha256: hash(bytes) };
  await models.publish(part, { card: { ...card, id: 'local/large' }, from: 'here', files: [file] });
  const url = await start();
  const hub = `${url}/server-models`;
  const read = async (get: typeof fetch) => {
    const signal = AbortSignal.timeout(5_000);
    return (await readRepository(hub, 'local/large', get, signal)).files;
  };
  // Another server could name pieces of other bytes next to a hash that is known.
  vi.stubGlobal('location', { origin: 'http://localhost:1' });
  expect(await read(fetch)).toEqual([file]);
  vi.stubGlobal('location', { origin: url });
  expect(await read(fetch)).toEqual([{ ...file, pieces }]);
  for (const wrong of [pieces.slice(1), ['a', 'b'], 'ab', [1, 2], null]) {
    const get: typeof fetch = async (...request) => {
      const answer = await (await fetch(...request)).text();
      return new Response(answer.replace(JSON.stringify(pieces), JSON.stringify(wrong)));
    };
    expect(await read(get)).toEqual([file]);
  }
});

test('ranges are answered, and nothing but the listed files', async () => {
  const { files } = await pull(SHAPE, { models, ...quiet });
  const hub = `${await start()}/server-models`;
  const config = `${hub}/local/qwen3/resolve/main/config.json`;
  const whole = readFileSync(join(SHAPE, 'config.json'), 'utf8');
  expect(await (await fetch(config)).text()).toBe(whole);
  const part = await fetch(config, { headers: { range: 'bytes=10-' } });
  expect([part.status, await part.text()]).toEqual([206, whole.slice(10)]);
  const beyond = await fetch(config, { headers: { range: 'bytes=99999999-' } });
  expect(beyond.status).toBe(416);
  expect(files.length).toBeGreaterThan(3);
  for (const path of [
    'local/qwen3/resolve/main/alcove-model.json',
    'local/qwen3/resolve/main/..%2f..%2fsecret',
    'local/qwen3/resolve/main/%2e%2e/alcove-model.json',
    'local/other/resolve/main/config.json',
    'api/models/..%2f..%2fetc/passwd',
    'api/models/local%2fqwen3',
    '%ff',
  ]) {
    expect([path, (await fetch(`${hub}/${path}`)).status]).toEqual([path, 404]);
  }
  expect((await fetch(config, { method: 'POST' })).status).toBe(405);
});

test('a broken connection is resumed where it ended', async () => {
  await pull(SHAPE, { models, ...quiet });
  const url = await start(models.path, 20_000);
  const second = new ModelFolder(join(folder, 'second'));
  await pull('local/qwen3', { models: second, hub: `${url}/server-models`, ...quiet });
  const ranges = asked.filter((line) => line.includes(GRAPH));
  expect(ranges).toHaveLength(3);
  expect(ranges[1]).toMatch(/bytes=[1-9]\d*-$/);
});

test('a file with another hash is refused, and nothing half is listed', async () => {
  await pull(SHAPE, { models, ...quiet });
  const file = join(models.path, 'local%2Fqwen3', GRAPH);
  const bytes = readFileSync(file);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const hub = `${await start()}/server-models`;
  const second = new ModelFolder(join(folder, 'second'));
  await expect(pull('local/qwen3', { models: second, hub, ...quiet })).rejects.toThrow(
    /model\.onnx is not the file it should be/,
  );
  expect(second.list()).toEqual([]);
});

test('a GGUF file is fetched by an address with a key, which no list shows', async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(request.url ?? '');
    response.end(chattyGguf('Tiny'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const host = `http://127.0.0.1:${port}`;
  const model = await pull(`${host}/a/tiny.gguf?key=secret`, { models, ...quiet });
  expect(model).toMatchObject({ from: `${host}/a/tiny.gguf`, card: { id: 'local/tiny' } });
  expect(model.card.source?.page).toBe(`${host}/a/tiny.gguf`);
  // The page about a file of the hub is the file.
  await pull(`${host}/made/name/blob/main/other.gguf`, { models, hub: host, ...quiet });
  expect(got).toEqual(['/a/tiny.gguf?key=secret', '/made/name/resolve/main/other.gguf']);
});

/** A plain web server for the files of the shapes, under `/files/`. `answer`: what it does in their place. */
async function serveFolder(
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => boolean = () =>
    false,
): Promise<{ host: string; got: string[] }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`);
    const [path = ''] = (request.url ?? '').split('?');
    if (answer(path, request, response)) return;
    const file = join('e2e/shapes', path.replace('/files/', ''));
    const isThere = path.startsWith('/files/') && existsSync(file);
    const bytes = isThere ? readFileSync(file) : null;
    response.writeHead(bytes ? 200 : 404, bytes ? { 'content-length': bytes.length } : {});
    response.end(request.method === 'HEAD' ? undefined : (bytes ?? undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

test('a folder on a web server is fetched by its address: the files that the model needs', async () => {
  const { host, got } = await serveFolder();
  const model = await pull(`${host}/files/qwen3/?key=secret`, { models, ...quiet });
  const copied = await pull(SHAPE, { models: new ModelFolder(join(folder, 'copy')), ...quiet });
  expect(model.files).toEqual(copied.files);
  expect(model).toMatchObject({ from: `${host}/files/qwen3/`, card: { id: 'local/qwen3' } });
  expect(JSON.stringify(model)).not.toContain('secret');
  expect(got).toContain(`GET /files/qwen3/${GRAPH}?key=secret`);
  expect(got.every((line) => line.endsWith('?key=secret'))).toBe(true);
  // Nothing is downloaded that is only asked for.
  expect(got.filter((line) => line.includes('reference.json'))).toEqual([]);
});

test('a folder on a web server with a voice is fetched with the voices that speak English', async () => {
  const { host, got } = await serveFolder();
  const model = await pull(`${host}/files/kokoro/?key=secret`, { models, ...quiet });
  const copied = await pull('e2e/shapes/kokoro', {
    models: new ModelFolder(join(folder, 'copy')),
    ...quiet,
  });
  expect(model.files).toEqual(copied.files);
  expect(model.card).toMatchObject({ task: 'voice', voices: copied.card.voices });
  expect(model.card.voices).toContain('af_heart');
  expect(got).toContain('GET /files/kokoro/voices/af_heart.bin?key=secret');

  const mute = await serveFolder((path, _, response) => {
    if (path.includes('/voices/')) response.writeHead(404).end();
    return path.includes('/voices/');
  });
  await expect(
    pull(`${mute.host}/files/kokoro/`, { models: new ModelFolder(join(folder, 'none')), ...quiet }),
  ).rejects.toThrow('no voice that speaks English');
  // Other models are not asked for voices.
  const other = await serveFolder();
  await pull(`${other.host}/files/qwen3/`, { models, ...quiet });
  expect(other.got.filter((line) => line.includes('/voices/'))).toEqual([]);
});

test('a server without HEAD, sizes and honest 404s serves a folder as well', async () => {
  const { host } = await serveFolder((path, request, response) => {
    const isThere = existsSync(join(SHAPE, path.replace('/files/qwen3/', '')));
    if (request.method === 'HEAD') response.writeHead(405).end();
    else if (!isThere) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Home');
    else response.end(readFileSync(join(SHAPE, path.replace('/files/qwen3/', ''))));
    return true;
  });
  const model = await pull(`${host}/files/qwen3/`, { models, ...quiet });
  expect(model.files.map(({ path }) => path)).toContain(GRAPH);
  expect(model.files.every(({ bytes }) => bytes > 0)).toBe(true);
});

test('a file of a web server that does not end is given up at its size, and nothing is left', async () => {
  const { host } = await serveFolder((path, request, response) => {
    if (!path.includes('/onnx/') || request.method === 'HEAD') return false;
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
    return true;
  });
  await expect(pull(`${host}/files/qwen3/`, { models, ...quiet })).rejects.toThrow(
    'is longer than it should be',
  );
  expect(await models.list()).toEqual([]);
  const left = readdirSync(folder, { recursive: true }).map(String);
  expect(left.filter((name) => name.includes('.onnx'))).toEqual([]);
});

test('a folder on a web server without a model ends in a sentence', async () => {
  const { host } = await serveFolder();
  const name = host.slice('http://'.length);
  await expect(pull(`${host}/files/other/`, { models, ...quiet })).rejects.toThrow(
    `${name} has no config.json in that folder.`,
  );
  const bare = await serveFolder((path, _, response) => {
    if (path.includes('/onnx/')) response.writeHead(404).end();
    return path.includes('/onnx/');
  });
  await expect(pull(`${bare.host}/files/qwen3/`, { models, ...quiet })).rejects.toThrow(
    'no ONNX files',
  );
  const busy = await serveFolder((_, __, response) => {
    response.writeHead(503).end();
    return true;
  });
  await expect(pull(`${busy.host}/files/qwen3/`, { models, ...quiet })).rejects.toThrow('503');
  await expect(pull('http://127.0.0.1:1/files/qwen3/', { models, ...quiet })).rejects.toThrow(
    '127.0.0.1:1 cannot be reached.',
  );
  await expect(pull('http://me:pw@127.0.0.1:1/qwen3/', { models, ...quiet })).rejects.toThrow(
    'with a name and a password',
  );
  expect(models.list()).toEqual([]);
});

test('a folder that cannot be run, and a name that no source knows, end in a sentence', async () => {
  const broken = join(folder, 'broken');
  cpSync(SHAPE, broken, { recursive: true });
  rmSync(join(broken, 'onnx'), { recursive: true });
  await expect(pull(broken, { models, ...quiet })).rejects.toThrow('no ONNX files');
  await expect(pull('no-such-model', { models, ...quiet })).rejects.toThrow(
    'Model "no-such-model" was not found. Name one of qwen2.5-coder-0.5b',
  );
  expect(models.list()).toEqual([]);
  expect(existsSync(join(models.path, 'local%2Fbroken'))).toBe(false);
});
