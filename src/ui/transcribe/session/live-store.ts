import { create } from 'zustand';
import { Transcripts } from '#storage/transcripts.ts';
import type { Services } from '#ui/services.ts';

/** The recording that this tab transcribes. Not stored: a crash starts it again. */
export interface LiveRecording {
  id: string;
  /** Length by the file's header; 0 while unknown. */
  seconds: number;
  decodedSeconds: number;
  /** When transcribing began, Unix milliseconds, and at which second of the recording. */
  startedAt: number;
  startedSeconds: number;
}

export const useTranscribeStore = create<{ live: LiveRecording | null }>(() => ({ live: null }));

const opened = new WeakMap<Services, Transcripts>();

/** The stored transcripts, opened on first use. */
export function transcriptsOf(services: Services): Transcripts {
  const known = opened.get(services);
  if (known) return known;
  const transcripts = new Transcripts(services.database);
  opened.set(services, transcripts);
  return transcripts;
}
