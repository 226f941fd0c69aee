import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { codecFrames, data, header, type OggPage, vorbisSetup } from 'codec-parser';
import { type FrameDecoder, headerOf, toFrames } from './frame-decoder.ts';

/**
 * `config.description`: the three headers, laced as in Matroska. The decoder accepts pages of Ogg as
 * codec-parser describes them, so each packet becomes a separate page.
 * @see https://www.w3.org/TR/webcodecs-vorbis-codec-registration/
 */
export async function openVorbis(config: AudioDecoderConfig): Promise<FrameDecoder> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const [identification, setup] = readHeaders(headerOf(config));
  const decode = async (pages: object[]) =>
    toFrames(await decoder.decodeOggPages(pages as OggPage[]));
  await decode([{ [data]: identification, [codecFrames]: [] }]);
  let isFirst = true;
  return {
    decode: async (packet) => {
      const frame = { [data]: packet.data, ...(isFirst && { [header]: { [vorbisSetup]: setup } }) };
      isFirst = false;
      return decode([{ [data]: new Uint8Array(1), [codecFrames]: [frame] }]);
    },
    close: () => decoder.free(),
  };
}

/** The first and the third of three headers: a count (2), the sizes of two in bytes of up to 255, then all. */
function readHeaders(laced: Uint8Array): [Uint8Array, Uint8Array] {
  let at = 1;
  const readSize = () => {
    let size = 0;
    for (let byte = 255; byte === 255; ) {
      byte = laced[at++] ?? 0;
      size += byte;
    }
    return size;
  };
  const first = readSize();
  const second = readSize();
  return [laced.subarray(at, at + first), laced.subarray(at + first + second)];
}
