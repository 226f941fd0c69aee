import { isRecord } from '#base/guards.ts';

/** Kinds of things that are counted by name. */
export const MOVED_KINDS = ['chats', 'messages', 'projects', 'recordings', 'textSets'] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];
export type KindCounts = Readonly<Record<MovedKind, number>>;

/** The result of a move on the device that received. */
export interface Added {
  added: number;
  present: number;
  unreadable: number;
  /** Things of the file that are on that device now; null where an older version does not count them. */
  kinds: KindCounts | null;
}

const countOf = (value: unknown) => Math.max(0, Math.trunc(Number(value) || 0));

/** The result as the other device reports it. */
export function readAdded(value: Record<string, unknown>): Added {
  const { added, present, unreadable, kinds } = value;
  return {
    added: countOf(added),
    present: countOf(present),
    unreadable: countOf(unreadable),
    kinds: isRecord(kinds) ? countKinds((kind) => kinds[kind]) : null,
  };
}

/** The kinds of which the other device has fewer than were sent. */
export const missingKinds = (sent: KindCounts, found: KindCounts): MovedKind[] =>
  MOVED_KINDS.filter((kind) => found[kind] < sent[kind]);

export function countKinds(of: (kind: MovedKind) => unknown): KindCounts {
  const entries = MOVED_KINDS.map((kind) => [kind, countOf(of(kind))]);
  return Object.fromEntries(entries) as Record<MovedKind, number>;
}
