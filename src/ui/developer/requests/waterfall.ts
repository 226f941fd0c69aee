import type { UsageRow } from '#storage/service-records.ts';

export type Phase = 'load' | 'queue' | 'read' | 'write';

export const PHASES: readonly Phase[] = ['load', 'queue', 'read', 'write'];

export interface Step {
  phase: Phase;
  seconds: number;
}

type Timed = Pick<UsageRow, 'loadSeconds' | 'queueSeconds' | 'firstTokenSeconds' | 'totalSeconds'> &
  Partial<Pick<UsageRow, 'endpoint'>>;

/** Whether a row is a whole Realtime session: its time is a person's, and its utterances have the phases. */
export const isSession = ({ endpoint }: Pick<Timed, 'endpoint'>): boolean =>
  endpoint === 'realtime-session';

/** Where the time of a request went, in order: loading the model, the queue, reading the prompt, writing. */
export function waterfall(row: Timed): Step[] {
  if (isSession(row)) return [];
  const { loadSeconds = 0, queueSeconds, firstTokenSeconds, totalSeconds } = row;
  const write = Math.max(0, totalSeconds - queueSeconds - firstTokenSeconds);
  const steps: Step[] = [
    { phase: 'load', seconds: loadSeconds },
    { phase: 'queue', seconds: queueSeconds },
    { phase: 'read', seconds: firstTokenSeconds },
    { phase: 'write', seconds: write },
  ];
  return steps.filter(({ seconds }) => seconds > 0);
}

/** From the arrival of a request to its last byte, in seconds. */
export function wholeSeconds(row: Timed): number {
  return (row.loadSeconds ?? 0) + row.totalSeconds;
}

/** Tokens a second after the first one; null when there are too few. */
export function writingRate(row: Timed & Pick<UsageRow, 'completionTokens'>): number | null {
  const seconds = row.totalSeconds - row.queueSeconds - row.firstTokenSeconds;
  return row.completionTokens > 1 && seconds > 0 ? (row.completionTokens - 1) / seconds : null;
}
