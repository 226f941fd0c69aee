import type { Input, InputAudioTrack, InputFormat } from 'mediabunny';
import { can } from '#device/capabilities.ts';
import { AudioError } from './decoded.ts';
import { replaceDecoder } from './decoders/fallback-decoder.ts';

export async function openFormat(input: Input): Promise<InputFormat> {
  try {
    return await input.getFormat();
  } catch (cause) {
    throw new AudioError({ problem: 'unknown_format' }, { cause });
  }
}

/** The first sound track, if it can be decoded here. @throws AudioError */
export async function openTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new AudioError({ problem: 'no_audio_track' });
  const { codec } = track;
  if (!codec) throw new AudioError({ problem: 'unsupported_codec', codec: nameOf(track) });
  if (!(await can('audioDecoder'))) await replaceDecoder(codec);
  if (await track.canDecode()) return track;
  if ((await replaceDecoder(codec)) && (await track.canDecode())) return track;
  throw new AudioError({ problem: 'unsupported_codec', codec: nameOf(track) });
}

/** Names of codecs by what containers call them. */
const NAMES: Readonly<Record<string, string>> = {
  alac: 'Apple Lossless',
  a_alac: 'Apple Lossless',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  a_dts: 'DTS',
  'dts-hd': 'DTS',
  dtsc: 'DTS',
  a_truehd: 'TrueHD',
  a_tta1: 'TTA',
  a_wavpack4: 'WavPack',
  samr: 'AMR',
  sawb: 'AMR',
  qdm2: 'QDesign',
};

/** A codec for a person; null where the file does not name it. */
function nameOf({ codec, internalCodecId: id }: InputAudioTrack): string | null {
  const given = codec ?? (typeof id === 'string' ? id : null);
  if (given === null) return null;
  return NAMES[given.trim().toLowerCase()] ?? given.replace(/^A_/, '').toUpperCase();
}
