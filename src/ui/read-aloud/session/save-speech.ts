import { type Chapter, chapterTag } from '#audio/chapter-tag.ts';
import { openSpeechEncoder, SPEECH_TYPES } from '#audio/encode-audio.ts';
import type { SpokenSpan } from '#documents/spoken-spans.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { RATE, requestSpeech } from './own-voice.ts';
import { sentencesOf, wordsOf } from './sentences.ts';

/** How many sentences of how many are made. */
export type Progress = (made: number, total: number) => void;

interface Saving {
  title: string;
  text: string;
  speed: number;
  signal: AbortSignal;
  onProgress: Progress;
}

/**
 * A text as an MP3 file of the voice in the box, its headings as chapters.
 * @throws AnswerError, AbortError
 */
export async function speechFile(
  ports: Pick<SessionPorts, 'v1'>,
  { title, text, speed, signal, onProgress }: Saving,
): Promise<File> {
  const encoder = await openSpeechEncoder('mp3', RATE);
  if (!encoder) throw new Error('MP3 is always encoded.');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const chapters: Chapter[] = [];
  let samples = 0;
  try {
    const sentences = sentencesOf(text);
    for (const [i, span] of sentences.entries()) {
      onProgress(i, sentences.length);
      const heading = headingOf(text, span);
      const start = (1000 * samples) / RATE;
      if (heading !== null) chapters.push({ title: heading, start, end: start });
      for await (const part of requestSpeech(ports, wordsOf(text, span), speed, signal)) {
        parts.push(await encoder.encode(part.samples));
        samples += part.samples.length;
      }
      signal.throwIfAborted();
      const open = chapters.at(-1);
      if (open) open.end = (1000 * samples) / RATE;
    }
    parts.push(await encoder.finish());
  } finally {
    await encoder.close();
  }
  const tag = chapterTag(title, chapters);
  return new File([tag, ...parts], `${title}.mp3`, { type: SPEECH_TYPES.mp3 });
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
