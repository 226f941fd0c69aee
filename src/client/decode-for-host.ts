import type { DecodeAnswer, DecodeRequest } from '#transport/page-decoder.ts';

/** Decodes a file that the host worker sent, and answers on the port. */
export function decodeForHost(port: MessagePort, { id, file, sampleRate }: DecodeRequest): void {
  const answer = (message: DecodeAnswer, transfer: Transferable[] = []) =>
    port.postMessage(message, transfer);
  decode(file, sampleRate).then(
    (channels) =>
      answer(
        { id, channels },
        channels.map((samples) => samples.buffer),
      ),
    (error: unknown) => answer({ id, error: String(error) }),
  );
}

const decoding = new Set<OfflineAudioContext>();

async function decode(file: ArrayBuffer, sampleRate: number): Promise<Float32Array<ArrayBuffer>[]> {
  // A context of the file's own rate does not resample. WebKit may collect one that is decoding.
  const context = new OfflineAudioContext(1, 1, sampleRate);
  decoding.add(context);
  const audio = await context.decodeAudioData(file).finally(() => decoding.delete(context));
  // Copies: the arrays of an AudioBuffer cannot be transferred.
  return Array.from({ length: audio.numberOfChannels }, (_, i) => audio.getChannelData(i).slice());
}
