import { create } from 'zustand';
import { Transcripts } from '#storage/transcripts.ts';
import type { Services } from '#ui/services.ts';

/** The recording that is being heard in this tab. Not stored: it is told anew after a crash. */
export interface LiveRecording {
  id: string;
  /** What the file says of its length; 0 while unknown. */
  seconds: number;
  decodedSeconds: number;
  /** When hearing began, Unix milliseconds, and where. */
  startedAt: number;
  startedSeconds: number;
}

export const useTranscribeStore = create<{ live: LiveRecording | null }>(() => ({ live: null }));

const rooms = new WeakMap<Services, Transcripts>();

/** The room's part of the database: opened with the room, as the first page does not need it. */
export function transcriptsOf(services: Services): Transcripts {
  const known = rooms.get(services);
  if (known) return known;
  const transcripts = new Transcripts(services.database);
  rooms.set(services, transcripts);
  return transcripts;
}
