import type { TranscriptChange } from '#storage/transcript-edits.ts';
import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';

/**
 * Edits of transcripts that a page was left with before the database had them. A transaction ends with its page; what
 * this storage gets while the page is left stays.
 */
const NAME = 'alcove-unsaved-edits';

interface Unsaved {
  change: TranscriptChange;
  /** Revisions of the transcript that the edits are based on, or made themselves. */
  revisions: readonly (string | null)[];
}

/** Stores the edits of a recording for the next page; null: all of them are in the database. */
export function storeUnsaved(recordingId: string, unsaved: Unsaved | null): void {
  const all = readAll();
  if (!unsaved && !(recordingId in all)) return;
  const { [recordingId]: _, ...others } = all;
  const next = unsaved ? { ...others, [recordingId]: unsaved } : others;
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify(next));
  } catch {
    // Without a place for them: the database may still get them.
  }
}

/**
 * The edits that an earlier page left, once. @param revision The transcript's revision in the database.
 * @returns null without any, or when the transcript was edited after them.
 */
export async function takeUnsaved(
  recordingId: string,
  revision: string | null,
): Promise<TranscriptChange | null> {
  const found = readAll()[recordingId];
  storeUnsaved(recordingId, null);
  const { change, revisions } = (found ?? {}) as Partial<Unsaved>;
  if (!change || !Array.isArray(revisions) || !revisions.includes(revision)) return null;
  const { parseRow } = await import('#storage/rows/parsers.ts');
  const put = listOf(change.put)
    .map((row) => parseRow('segments', row) as StoredSegment | undefined)
    .filter((segment) => segment?.recordingId === recordingId) as StoredSegment[];
  const remove = listOf(change.remove).filter((id) => typeof id === 'string');
  const speakers = change.speakers && listOf(change.speakers).filter(isSpeaker);
  return { put, remove, speakers };
}

/** Deletes the edits of recordings that were deleted. @param ids Of the recordings that are stored. */
export function dropUnsaved(ids: readonly string[]): void {
  const stored = new Set(ids);
  for (const id of Object.keys(readAll())) if (!stored.has(id)) storeUnsaved(id, null);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function isSpeaker(value: unknown): value is Speaker {
  const { id, name } = (value ?? {}) as Partial<Speaker>;
  return typeof id === 'string' && typeof name === 'string';
}

function readAll(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
