/** Workers have no `decodeAudioData`: the page that runs the host decodes for it, over a port. */

export interface DecodeRequest {
  id: number;
  file: ArrayBuffer;
  sampleRate: number;
}

export type DecodeAnswer =
  | { id: number; channels: Float32Array<ArrayBuffer>[] }
  | { id: number; error: string };

/** Milliseconds that a page has for a short file. */
const LIMIT_MS = 60_000;

interface Waiting {
  resolve: (channels: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/** The worker's end: decodes a short file whole, each channel at `sampleRate`. */
export function openPageDecoder(port: MessagePort) {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  port.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.channels);
  };
  return (file: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<Float32Array[]> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      // The page may be frozen, or hang: the sound of others must not wait for it for ever.
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error('The page did not decode in time.'));
      }, LIMIT_MS);
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          end(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      const request: DecodeRequest = { id, file: file.buffer, sampleRate };
      port.postMessage(request, [file.buffer]);
    });
}
