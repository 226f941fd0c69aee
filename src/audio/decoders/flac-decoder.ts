import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { type FrameDecoder, headerOf, toFrames } from './frame-decoder.ts';

/** `config.description`: the marker "fLaC" and the blocks before the first frame. */
export async function openFlac(config: AudioDecoderConfig): Promise<FrameDecoder> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  await decoder.decodeFrames([headerOf(config)]);
  return {
    decode: async ({ data }) => toFrames(await decoder.decodeFrames([data])),
    close: () => decoder.free(),
  };
}
