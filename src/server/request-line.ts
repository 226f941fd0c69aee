import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Clients behind a proxy setting, and programs that build requests by hand, name the whole address in the
 * request line, which every server has to accept. Programs that join an address and a path write two slashes, which
 * a parser of URLs reads as a host. Cohere's newer clients ask for version 2 of its reranking, and LM Studio's for `/api/v0`, which have the fields of `/v1`.
 * @returns the host in it, after the request is left with the path alone; null where only a path was sent
 */
export function takeWholeAddress(request: IncomingMessage): string | null {
  const { url = '/' } = request;
  const match = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  request.url = (match ? `/${match[2]}` : url)
    .replace(/^\/{2,}/, '/')
    .replace(/^\/v2(?=\/rerank(?:[/?#]|$))/, '/v1')
    .replace(/^\/api\/v0(?=\/(?:chat\/completions|completions|embeddings)(?:[/?#]|$))/, '/v1');
  return match ? (match[1] ?? '') : null;
}

/** Whether an upgrade asks for a WebSocket, the one protocol there is to change to. */
export function asksForSocket({ headers }: IncomingMessage): boolean {
  return /^websocket$/i.test(headers.upgrade ?? '');
}

/**
 * Answers a request that only offers another protocol, as Java's client offers HTTP/2 with its first: the
 * connection goes back to the HTTP server without the offer, which a server may ignore.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  stream: Duplex,
  body: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('connection: close');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  stream.unshift(Buffer.concat([head, body]));
  server.emit('connection', stream);
}
