import { LARGE_BYTES, MAX_JSON_BYTES } from '#contract/body-limits.ts';
import type { PortRequest } from './port-protocol.ts';

export type RequestBody = Extract<PortRequest, { type: 'request' }>['body'];

/**
 * A body in the form it crosses a port in. Small JSON as bytes: making a blob asks another process, which
 * a small request would feel. Everything else as a blob, which no thread on the way has to read.
 * Firefox has no `Request.body` (bugzilla 1387483): there, null alone does not mean "no body".
 */
export async function readBody(request: Request): Promise<Blob | ArrayBuffer | null> {
  const { body } = request;
  if (body === null || ['GET', 'HEAD'].includes(request.method)) return null;
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson) return request.blob();
  return body === undefined ? request.arrayBuffer() : readJson(body);
}

async function readJson(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  const first: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length <= LARGE_BYTES) {
    const { done, value } = await reader.read();
    if (done) return joined(first, length);
    first.push(value);
    length += value.byteLength;
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      length += value.byteLength;
      controller.enqueue(value);
      // Refused anyway: the rest, which may have no end, is not read.
      if (length > MAX_JSON_BYTES) {
        controller.close();
        await reader.cancel();
      }
    },
  });
  // Chunk by chunk: one call for all of it would occupy the thread.
  return new Blob([...first, await new Response(rest).blob()]);
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes.buffer;
}
