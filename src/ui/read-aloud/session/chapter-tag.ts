import { joinBytes } from '#base/bytes.ts';

/** A part of a recording with a name. Milliseconds. */
export interface Chapter {
  title: string;
  start: number;
  end: number;
}

/** A chapter by the character of the text at which it begins. */
export interface ChapterStart {
  title: string;
  from: number;
}

/** A player shows no more of a name. */
const MAX_TITLE = 200;
/** As the frame of the list of chapters counts them. */
const MAX_CHAPTERS = 255;

/**
 * What stands at the start of an MP3 file so that players show its title and its chapters: ID3v2.3 with the frames CTOC
 * and CHAP of "ID3v2 Chapter Frame Addendum 1.0". Chapters after the 255th are left out.
 */
export function chapterTag(title: string, chapters: readonly Chapter[]): Uint8Array<ArrayBuffer> {
  const listed = chapters.slice(0, MAX_CHAPTERS);
  const ids = listed.map((_, i) => latin(`chapter-${i}`));
  // Top level and in their order.
  const list = joinBytes([latin('toc'), Uint8Array.of(3, listed.length), ...ids]);
  const frames = [
    frame('TIT2', utf16(title)),
    ...(listed.length > 0 ? [frame('CTOC', list)] : []),
    ...listed.map((chapter, i) => frame('CHAP', chapterFrame(ids[i] as Uint8Array, chapter))),
  ];
  const body = joinBytes(frames);
  const header = Uint8Array.of(0x49, 0x44, 0x33, 3, 0, 0, ...sevenBits(body.length));
  return joinBytes([header, body]);
}

function chapterFrame(id: Uint8Array, { title, start, end }: Chapter): Uint8Array {
  // Bytes of the file are not said: players seek by time.
  const times = [start, end, 0xffff_ffff, 0xffff_ffff].map(number32);
  return joinBytes([id, ...times, frame('TIT2', utf16(title))]);
}

function frame(name: string, content: Uint8Array): Uint8Array {
  const head = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
  return joinBytes([head, number32(content.length), Uint8Array.of(0, 0), content]);
}

function number32(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, Math.round(value));
  return new Uint8Array(view.buffer);
}

const sevenBits = (value: number) => [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f);

const latin = (text: string) => Uint8Array.from([...`${text}\0`], (letter) => letter.charCodeAt(0));

function utf16(text: string): Uint8Array {
  const units = Array.from({ length: Math.min(text.length, MAX_TITLE) }, (_, i) =>
    text.charCodeAt(i),
  );
  return Uint8Array.of(1, 0xff, 0xfe, ...units.flatMap((unit) => [unit & 0xff, unit >> 8]));
}
