import { MPEGDecoder } from 'mpg123-decoder';
import { type FrameDecoder, toFrames } from './frame-decoder.ts';

export async function openMp3(): Promise<FrameDecoder> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    decode: ({ data }) => toFrames(decoder.decodeFrame(data)),
    close: () => decoder.free(),
  };
}
