import type { Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import type { ChapterStart } from '#ui/read-aloud/session/chapter-tag.ts';
import type { ReadingText } from '#ui/read-aloud/session/reader.ts';

/** A transcript to be read aloud from a segment on. A sentence may reach over several segments, not over speakers. */
export function readingOf(
  { id, name, marks = [] }: Pick<Recording, 'id' | 'name' | 'marks'>,
  segments: readonly StoredSegment[],
  speakers: readonly Speaker[],
  first: StoredSegment | null,
): ReadingText {
  let text = '';
  let speaker = segments[0]?.speaker;
  const starts = segments.map((segment) => {
    text += segment.speaker === speaker ? ' ' : '\n\n';
    speaker = segment.speaker;
    const from = text.length;
    text += segment.text.trim();
    return { segment, from };
  });
  const atMarks = marks.map(({ second, text: note }) => ({
    title: note || shortClock(second),
    from: starts.find(({ segment }) => segment.end > second)?.from ?? text.length,
  }));
  return {
    id,
    title: name,
    from: starts.find(({ segment }) => segment.id === first?.id)?.from ?? 0,
    chapters: marks.length > 0 ? atMarks : turnsOf(starts, speakers),
    read: () => ({ text, isDone: true }),
    place(at) {
      const start = starts.findLast(({ from }) => from <= at);
      const row = start && document.getElementById(start.segment.id);
      const element = row?.querySelector('[data-said]');
      return element && start ? { element, from: start.from } : null;
    },
  };
}

/** Where another person begins to speak, by name. */
function turnsOf(
  starts: readonly { segment: StoredSegment; from: number }[],
  speakers: readonly Speaker[],
): ChapterStart[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  return starts.flatMap(({ segment, from }, i) => {
    const title = segment.speaker === null ? undefined : names.get(segment.speaker);
    const isSame = i > 0 && starts[i - 1]?.segment.speaker === segment.speaker;
    return title === undefined || isSame ? [] : [{ title, from }];
  });
}
