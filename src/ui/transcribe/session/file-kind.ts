import type { AudioProblem } from '#contract/answers/error-answer.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';

/** Signatures of file formats. */
const HEAD = 4_096;

/** What files begin with, as hexadecimal bytes; a dot is any digit. */
const KINDS: readonly [start: RegExp, kind: 'document' | 'picture' | 'archive' | 'sound'][] = [
  // PDF; Office before 2007.
  [/^(?:25504446|d0cf11e0)/, 'document'],
  // PNG, JPEG, GIF, WebP.
  [/^(?:89504e47|ffd8ff|47494638|52494646.{8}57454250)/, 'picture'],
  // zip, gzip, 7z, rar.
  [/^(?:504b0304|1f8b|377abcaf|52617221)/, 'archive'],
  // WAV, MP3 with and without tags, FLAC, Ogg, AIFF, Matroska and WebM, MP4.
  [
    /^(?:52494646.{8}57415645|494433|ff[ef]|664c6143|4f676753|464f524d|1a45dfa3|.{8}66747970)/,
    'sound',
  ],
];

/** Extensions of recordings, and of videos with sound. */
export const SOUND =
  /\.(wav|wave|rf64|mp3|mp2|mpga|mpeg|m4a|m4b|m4r|mp4|m4v|3gp|3g2|mov|qt|aac|adts|flac|ogg|oga|ogv|opus|webm|weba|mkv|mka|ts|mts|m2ts)$/i;

/** Why no sound could be read from a file, and the remedy, by the kind of file. */
export async function explainUnreadable(
  file: Blob,
  name: string,
  { problem, codec }: AudioProblem,
): Promise<string> {
  if (file.size === 0) return transcribeText.fileEmpty;
  if (problem === 'no_audio_track') return transcribeText.fileNoSound;
  if (problem === 'unsupported_codec') {
    return transcribeText.fileCodec(codec ?? transcribeText.fileCodecUnnamed);
  }
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const start = Array.from(bytes.subarray(0, 16), (b) => b.toString(16).padStart(2, '0')).join('');
  const kind = KINDS.find(([pattern]) => pattern.test(start))?.[1];
  const extension = SOUND.exec(name)?.[0].toLowerCase();
  switch (kind) {
    case 'document':
      return transcribeText.fileIsDocument;
    case 'picture':
      return transcribeText.fileIsPicture;
    case 'archive':
      return transcribeText.fileIsArchive;
    case 'sound':
      // A format that begins like a known one, but that nothing here reads, may be whole.
      return problem === 'unknown_format' ? transcribeText.fileUnknown : transcribeText.fileDamaged;
    case undefined:
      if (!isText(bytes, file.size)) return transcribeText.fileUnknown;
      return extension ? transcribeText.fileNamedSound(extension) : transcribeText.fileIsText;
  }
}

function isText(bytes: Uint8Array, size: number): boolean {
  if (bytes.includes(0)) return false;
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length < size });
    return true;
  } catch {
    return false;
  }
}
