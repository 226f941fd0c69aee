/** Seconds in which one speaker talks. */
export interface Turn<S> {
  start: number;
  end: number;
  speaker: S;
}

/** A stretch of a segment in which somebody else speaks at the same time. Seconds from the start of the recording. */
export type Overlap<S> = Turn<S>;

/** A stretch in which two speakers talk. */
interface Both<S> {
  start: number;
  end: number;
  speakers: readonly [S, S];
}

/** Seconds that two speakers talk at the same time at least: where one takes over from the other, borders are blurred. */
const MIN_OVERLAP = 0.3;
/** Seconds of it that a segment has at least. */
const MIN_WITHIN = 0.1;

/** Where two speakers talk at the same time, in the order of time. `turns`: sorted by their start. */
export function overlapsOf<S>(turns: readonly Turn<S>[]): Both<S>[] {
  const found: Both<S>[] = [];
  let open: Turn<S>[] = [];
  for (const turn of turns) {
    open = open.filter(({ end }) => end - turn.start >= MIN_OVERLAP);
    for (const other of open) {
      const end = Math.min(turn.end, other.end);
      if (other.speaker === turn.speaker || end - turn.start < MIN_OVERLAP) continue;
      found.push({ start: turn.start, end, speakers: [other.speaker, turn.speaker] });
    }
    open.push(turn);
  }
  return found;
}

interface Spoken<S> {
  start: number;
  end: number;
  speaker: S | null;
}

/** Segments, in the order of time, with who else speaks in them; without a field where there is none. */
export function withOverlaps<S, T extends Spoken<S>>(
  segments: readonly T[],
  turns: readonly Turn<S>[],
): (T & { overlaps?: Overlap<S>[] })[] {
  const all = overlapsOf(turns);
  let first = 0;
  return segments.map((segment) => {
    while ((all[first]?.end ?? Infinity) <= segment.start) first++;
    const own: Overlap<S>[] = [];
    for (let i = first; (all[i]?.start ?? Infinity) < segment.end; i++) {
      const { start, end, speakers } = all[i] as Both<S>;
      const at = speakers.indexOf(segment.speaker as S);
      if (at >= 0) own.push({ start, end, speaker: speakers[1 - at] as S });
    }
    return { ...segment, ...overlapsWithin(own, segment) };
  });
}

/** The parts of overlaps that are in a segment, as its field; none where there are none. */
export function overlapsWithin<S>(
  overlaps: readonly Overlap<S>[],
  { start, end }: Pick<Spoken<S>, 'start' | 'end'>,
): { overlaps?: Overlap<S>[] } {
  const within = overlaps
    .map((one) => ({ ...one, start: Math.max(start, one.start), end: Math.min(end, one.end) }))
    .filter((one) => one.end - one.start >= MIN_WITHIN);
  return within.length > 0 ? { overlaps: within } : {};
}

/** Overlaps with other names or ids for their speakers; one of a speaker without is left out. */
export function nameOverlaps<S>(
  overlaps: readonly Overlap<S>[] = [],
  nameOf: (speaker: S) => string | undefined,
): Overlap<string>[] {
  return overlaps.flatMap(({ start, end, speaker }) => {
    const name = nameOf(speaker);
    return name === undefined ? [] : [{ start, end, speaker: name }];
  });
}

/** As files and answers have them: in hundredths of a second, and without a field where there are none. */
export function roundOverlaps(overlaps: readonly Overlap<string>[] = []): {
  overlaps?: Overlap<string>[];
} {
  const round = (seconds: number) => Math.round(seconds * 100) / 100;
  const rounded = overlaps.map(({ start, end, speaker }) => ({
    start: round(start),
    end: round(end),
    speaker,
  }));
  return rounded.length > 0 ? { overlaps: rounded } : {};
}
