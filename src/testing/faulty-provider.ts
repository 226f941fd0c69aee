import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** What a server does wrong, in its address: `http://host/<fault as base64url>/v1`. */
export type Fault =
  | { kind: 'none' }
  /** Correct answers that pages of other origins cannot read. */
  | { kind: 'no-cors' }
  /** Sound, for requests with the key `right`. */
  | { kind: 'key' }
  | { kind: 'status'; status: number; body: string; type: string; retryAfter?: string }
  /** The bytes of an answer up to `at`, then nothing more, or the end of the connection. */
  | { kind: 'silence' | 'close'; at: number }
  | { kind: 'body'; body: string; type: string }
  /** The first `at` bytes of a body whose length was announced, then silence or the end of the connection. */
  | { kind: 'cut'; how: 'silence' | 'close'; at: number; body: string }
  /** Chunks of these sizes, over and over. */
  | { kind: 'chunks'; sizes: number[] }
  | { kind: 'usage'; usage: unknown }
  | { kind: 'redirect'; to: string }
  /** A part of an answer over and over, perhaps compressed; in place of its `…`, a hundred thousand times `many`. */
  | { kind: 'endless'; part: string; type: string; isGzip?: boolean; many?: string };

export const FAULTY_TEXT = ['Hel', 'lo ', 'wörld', ' 👋'];
const USAGE = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 };

/** The events of a sound answer. */
export function soundStream(usage: unknown = USAGE): string {
  const chunk = (choices: unknown[], rest = {}) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices, ...rest })}\r\n\r\n`;
  return [
    ': hello\n\n',
    chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    ...FAULTY_TEXT.map((content) => chunk([{ index: 0, delta: { content }, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    chunk([], { usage }),
    'data: [DONE]\n\n',
  ].join('');
}

interface FaultyProvider {
  url: (fault: Fault) => string;
  port: number;
  /** Bodies that were received. */
  received: { path: string; headers: IncomingMessage['headers']; body: string }[];
  /** Connections that a client ended before their answer did. */
  aborted: () => number;
  close: () => Promise<void>;
}

/** A server of OpenAI's API on this machine that fails as its address says. */
export async function openFaultyProvider(): Promise<FaultyProvider> {
  const received: FaultyProvider['received'] = [];
  let aborted = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted++;
    });
    const [, fault = '', ...path] = (request.url ?? '').split('/');
    let body = '';
    request.setEncoding('latin1');
    for await (const part of request) body += part;
    received.push({ path: `/${path.join('/')}`, headers: request.headers, body });
    const wanted = readFault(fault);
    if (wanted.kind !== 'no-cors') {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      response.setHeader('access-control-allow-private-network', 'true');
    }
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (wanted.kind === 'key' && request.headers.authorization !== 'Bearer right') {
      misbehave({ kind: 'status', status: 401, type: 'text/plain', body: 'Wrong key' }, response);
    } else if (path.at(-1) === 'models' && wanted.kind !== 'status') answerModels(response);
    else misbehave(wanted, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    url: (fault) =>
      `http://127.0.0.1:${port}/${Buffer.from(JSON.stringify(fault)).toString('base64url')}/v1`,
    aborted: () => aborted,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An address without a fault is that of a sound server. */
function readFault(text: string): Fault {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Fault;
  } catch {
    return { kind: 'none' };
  }
}

function answerModels(response: ServerResponse): void {
  const data = [{ id: 'big-model', object: 'model', max_model_len: 4096 }];
  const list = JSON.stringify({ object: 'list', data });
  response.writeHead(200, { 'content-type': 'application/json' }).end(list);
}

function misbehave(fault: Fault, response: ServerResponse): void {
  const events = { 'content-type': 'text/event-stream' };
  switch (fault.kind) {
    case 'none':
    case 'key':
    case 'no-cors':
      response.writeHead(200, events).end(soundStream());
      return;
    case 'usage':
      response.writeHead(200, events).end(soundStream(fault.usage));
      return;
    case 'status': {
      const { status, type, retryAfter, body } = fault;
      const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { 'content-type': type, ...wait }).end(body);
      return;
    }
    case 'body':
      response.writeHead(200, { 'content-type': fault.type }).end(fault.body);
      return;
    case 'cut': {
      const bytes = Buffer.from(fault.body);
      const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
      response.writeHead(200, headers).flushHeaders();
      response.write(bytes.subarray(0, fault.at), () => {
        if (fault.how === 'close') response.destroy();
      });
      return;
    }
    case 'endless':
      writeForEver(response, fault);
      return;
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end();
      return;
    case 'silence':
    case 'close': {
      response.writeHead(200, events);
      response.write(Buffer.from(soundStream()).subarray(0, fault.at), () => {
        if (fault.kind === 'close') response.destroy();
      });
      if (fault.at === 0) response.flushHeaders();
      return;
    }
    case 'chunks':
      response.writeHead(200, events);
      writeChunks(response, Buffer.from(soundStream()), fault.sizes);
      return;
  }
}

function writeForEver(
  response: ServerResponse,
  { part, type, isGzip = false, many = '' }: Extract<Fault, { kind: 'endless' }>,
): void {
  const headers = isGzip ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(200, { 'content-type': type, ...headers });
  const whole = part.replace('…', many.repeat(100_000));
  const block = whole.repeat(Math.ceil(1_000_000 / whole.length));
  const endless = Readable.from(
    (function* () {
      for (;;) yield block;
    })(),
  );
  const ways = isGzip ? [endless, createGzip(), response] : [endless, response];
  // The client ends it.
  pipeline(ways as [Readable, ServerResponse], () => {});
}

function writeChunks(response: ServerResponse, bytes: Buffer, sizes: number[], turn = 0): void {
  if (bytes.length === 0) {
    response.end();
    return;
  }
  const size = sizes[turn % sizes.length] ?? 1;
  response.write(bytes.subarray(0, size));
  setImmediate(() => writeChunks(response, bytes.subarray(size), sizes, turn + 1));
}
