import type { SpeechTokens } from './token-rules.ts';

/** Timestamp tokens of a second. */
const STEPS = 50;
/** A rest of a window shorter than this is not transcribed again. */
const MIN_REST = 1;
/** At the end of a recording the model is believed that nothing follows in less than these seconds. */
export const MAX_LAST_REST = 2;

/** Tokens of one segment; times in seconds from the start of the window. */
export interface TokenSegment {
  /** With its timestamps. */
  ids: number[];
  start: number;
  end: number;
}

export interface WindowReading {
  segments: TokenSegment[];
  /** Seconds of the window that are transcribed: the next window starts here. */
  transcribedSeconds: number;
}

/**
 * Segments between pairs of timestamps. A segment that the model began and did not close is left to
 * the next window, which starts at the last timestamp; so does the sound after the last segment.
 * @see https://github.com/openai/whisper/blob/main/whisper/transcribe.py (seek)
 */
export function readWindow(
  written: readonly number[],
  { firstTime }: Pick<SpeechTokens, 'firstTime'>,
  seconds: number,
  isLast: boolean,
): WindowReading {
  const { segments, rest } = cutSegments(written, firstTime, seconds);
  const lastEnd = segments.at(-1)?.end ?? 0;
  if (rest && (segments.length === 0 || seconds - rest.start < MIN_REST)) {
    segments.push({ ids: rest.ids, start: rest.start, end: seconds });
    return { segments, transcribedSeconds: seconds };
  }
  if (segments.length === 0) return { segments, transcribedSeconds: seconds };
  if (!rest && seconds - lastEnd < (isLast ? MAX_LAST_REST : MIN_REST))
    return { segments, transcribedSeconds: seconds };
  return { segments, transcribedSeconds: lastEnd };
}

/** `rest`: text behind the last segment, without an end. */
function cutSegments(written: readonly number[], firstTime: number, seconds: number) {
  const segments: TokenSegment[] = [];
  let open: Omit<TokenSegment, 'end'> | null = null;
  let hasText = false;
  for (const token of written) {
    if (token < firstTime) {
      open ??= { ids: [], start: segments.at(-1)?.end ?? 0 };
      open.ids.push(token);
      hasText = true;
      continue;
    }
    const time = Math.min(seconds, (token - firstTime) / STEPS);
    if (open && hasText) {
      segments.push({ ids: [...open.ids, token], start: open.start, end: time });
      open = null;
    } else open = { ids: [token], start: time };
    hasText = false;
  }
  // Words at the very end have no sound left.
  const hasSound = ({ start }: { start: number }) => start < seconds - 1 / STEPS;
  return {
    segments: segments.filter(hasSound),
    rest: hasText && open && hasSound(open) ? open : null,
  };
}
