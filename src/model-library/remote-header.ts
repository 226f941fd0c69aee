import { joinBytes } from '#base/bytes.ts';
import type { ByteSource } from '#gguf/read-gguf.ts';
import { DownloadError, notReached } from '#model-files/model-file.ts';
import { lengthOf } from '#model-files/partial-response.ts';
import { SilenceTimer } from '#model-files/silence-timer.ts';

/** The beginning of a file of the network. */
export interface RemoteHeader {
  /** Reads forward and without gaps: from a place that the last reading began with or had. */
  source: ByteSource;
  /** Bytes of the whole file; null where its host does not say. */
  bytes: number | null;
  /** Leaves the rest unread. */
  close: () => void;
}

/** Bytes that are read at most: headers have some megabytes, and readers end earlier. */
const MAX_BYTES = 120_000_000;

/**
 * Opens a file to read what stands at its beginning: one plain request, which is left as soon as that is known, so that no
 * host has to know ranges. @throws DownloadError
 */
export async function openRemoteHeader(
  url: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<RemoteHeader> {
  const { host } = new URL(url);
  const silence = new SilenceTimer(signal);
  const response = await get(url, {
    signal: silence.signal,
    credentials: 'omit',
    cache: 'no-store',
  }).catch((error: unknown) => {
    silence.stop();
    throw notReached(host, error);
  });
  const reader = response.body?.getReader();
  const close = () => {
    silence.stop();
    reader?.cancel().catch(() => {});
  };
  if (!response.ok || !reader) {
    close();
    throw refusal(response.status, host, url);
  }
  const bytes = lengthOf(response);
  let left = MAX_BYTES;
  let held: Uint8Array = new Uint8Array();
  let start = 0;
  const more = async (): Promise<Uint8Array | null> => {
    try {
      const { done, value } = await reader.read();
      silence.restart();
      left -= value?.length ?? 0;
      return done || left < 0 ? null : value;
    } catch (error) {
      throw notReached(host, error);
    }
  };
  return {
    bytes,
    close,
    source: {
      size: bytes ?? Number.MAX_SAFE_INTEGER,
      async read(at, count) {
        const parts = [held.subarray(at - start)];
        let length = held.length - (at - start);
        while (length < count) {
          const chunk = await more();
          if (!chunk) break;
          parts.push(chunk);
          length += chunk.length;
        }
        // Zeros where the file ends before the place to which its reader looks ahead.
        held = joinBytes(parts, Math.max(length, count));
        start = at;
        return held.subarray(0, count);
      },
    },
  };
}

function refusal(status: number, host: string, url: string): DownloadError {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  if (status === 404) return new DownloadError('not-found', `${host} has no ${name}.`);
  if (status === 401 || status === 403) {
    const message = `${host} gives ${name} only to people it knows. Choose another model.`;
    return new DownloadError('refused', message);
  }
  return new DownloadError('busy', `${host} answered ${status} for ${name}.`);
}
