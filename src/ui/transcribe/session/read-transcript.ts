import type { StoredSegment } from '#storage/transcript-records.ts';
import type { ReadingText } from '#ui/read-aloud/session/reader.ts';

/** A transcript to be read aloud from a segment on. A sentence may reach over several segments, not over speakers. */
export function readingOf(
  recording: { id: string; name: string },
  segments: readonly StoredSegment[],
  first: StoredSegment | null,
): ReadingText {
  let text = '';
  let speaker = segments[0]?.speaker;
  const starts = segments.map((segment) => {
    text += segment.speaker === speaker ? ' ' : '\n\n';
    speaker = segment.speaker;
    const from = text.length;
    text += segment.text.trim();
    return { id: segment.id, from };
  });
  return {
    id: recording.id,
    title: recording.name,
    from: starts.find(({ id }) => id === first?.id)?.from ?? 0,
    read: () => ({ text, isDone: true }),
    place(at) {
      const segment = starts.findLast(({ from }) => from <= at);
      const element = segment && document.getElementById(segment.id)?.querySelector('[data-said]');
      return element && segment ? { element, from: segment.from } : null;
    },
  };
}
