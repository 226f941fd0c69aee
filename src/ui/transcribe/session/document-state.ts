import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';

/** A transcript as shown. */
export interface DocumentState {
  /** In the order of time; null until they are read. */
  segments: readonly StoredSegment[] | null;
  speakers: readonly Speaker[];
  canUndo: boolean;
  canRedo: boolean;
}

/** Where the cursor is after an edit. `at`: characters from the start of the segment's text. */
export interface Cursor {
  id: string;
  at: number;
}

/** A transcript that is not read yet. */
export const EMPTY: DocumentState = {
  segments: null,
  speakers: [],
  canUndo: false,
  canRedo: false,
};
