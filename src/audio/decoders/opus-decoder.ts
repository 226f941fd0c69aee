import { OpusDecoder } from 'opus-decoder';
import { type FrameDecoder, headerOf, toFrames } from './frame-decoder.ts';

/** `config.description`: the identification header. @see https://www.rfc-editor.org/rfc/rfc7845#section-5.1 */
export async function openOpus(config: AudioDecoderConfig): Promise<FrameDecoder> {
  const decoder = new OpusDecoder(config.description ? readHeader(headerOf(config)) : {});
  await decoder.ready;
  return {
    decode: ({ data }) => toFrames(decoder.decodeFrame(data)),
    close: () => decoder.free(),
  };
}

function readHeader(header: Uint8Array) {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const channels = view.getUint8(9);
  const preSkip = view.getUint16(10, true);
  // Family 0 is mono or stereo, without a table.
  if (view.getUint8(18) === 0) return { channels, preSkip };
  return {
    channels,
    preSkip,
    streamCount: view.getUint8(19),
    coupledStreamCount: view.getUint8(20),
    channelMappingTable: [...header.subarray(21, 21 + channels)],
  };
}
