import { isOtherLanguage } from '#base/other-language.ts';
import type { SpokenSpan } from '#documents/spoken-spans.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { type Chapter, type ChapterStart, chapterTag } from './chapter-tag.ts';
import { sentencesOf, wordsOf } from './sentences.ts';
import { chosenVoice } from './voices.ts';

/** How many sentences of how many are made. */
export type Progress = (made: number, total: number) => void;

interface Saving {
  title: string;
  text: string;
  /** By the character at which each begins; the headings of the text where they are absent. */
  chapters: readonly ChapterStart[] | undefined;
  speed: number;
  signal: AbortSignal;
  onProgress: Progress;
}

/** Bytes of a millisecond: `/v1/audio/speech` writes MP3 of 64 kbit/s, all frames of one length. */
const BYTES_PER_MS = 8;

/**
 * A text as an MP3 file of the voice that reads aloud, with chapters. Each sentence is a request of its own: the
 * frames may follow each other.
 * @throws AnswerError, AbortError
 */
export async function speechFile(
  ports: Pick<SessionPorts, 'v1' | 'models' | 'preferences'>,
  { title, text, chapters: given, speed, signal, onProgress }: Saving,
): Promise<File> {
  const chosen = chosenVoice(ports);
  const parts: Blob[] = [];
  const chapters: Chapter[] = [];
  let bytes = 0;
  let said = -1;
  const sentences = sentencesOf(text);
  // A sentence of an English text may be a quotation.
  const language = isOtherLanguage(text) ? {} : { language: 'en' };
  for (const [i, span] of sentences.entries()) {
    onProgress(i, sentences.length);
    const start = bytes / BYTES_PER_MS;
    // Of chapters that begin in one sentence the last one names it.
    const name = given
      ? given.findLast(({ from }) => from > said && from < span.end)?.title
      : headingOf(text, span);
    said = span.end - 1;
    if (name != null) chapters.push({ title: name, start, end: start });
    const input = wordsOf(text, span);
    const asked = { ...chosen, input, speed, response_format: 'mp3', ...language };
    const part = await (await ports.v1('/v1/audio/speech', asked, signal)).blob();
    parts.push(part);
    bytes += part.size;
    const open = chapters.at(-1);
    if (open) open.end = bytes / BYTES_PER_MS;
  }
  return new File([chapterTag(title, chapters), ...parts], `${title}.mp3`, { type: 'audio/mpeg' });
}

/** The words of a heading of Markdown; null for any other sentence. */
function headingOf(text: string, { start, end }: SpokenSpan): string | null {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, end);
  return (
    /^#{1,6}\s+(.+)$/u
      .exec(line)?.[1]
      ?.replace(/[*_`#]+/gu, '')
      .trim() ?? null
  );
}
