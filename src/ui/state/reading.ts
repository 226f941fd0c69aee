import { create } from 'zustand';

/** A voice of the browser or the system. */
export interface DeviceVoice {
  id: string;
  name: string;
  /** A BCP 47 tag. */
  language: string;
}

/** The text that is read aloud, and how far. */
export interface Reading {
  /** Names the text: the id of a message, say. */
  id: string;
  title: string;
  /** `waiting`: for a sentence that is still being written or spoken. `refused`: see `problem`. */
  phase: 'waiting' | 'speaking' | 'paused' | 'refused';
  problem: string | null;
  /** Null for the voice that ships with the app. */
  voice: DeviceVoice | null;
  speed: number;
  /** The characters that are said now. */
  word: { start: number; end: number } | null;
}

/**
 * The one text that is read aloud; null for none. The reader, which writes it, is loaded with its first use: buttons and the
 * frame read this small store.
 */
export const useReading = create<{ reading: Reading | null }>(() => ({ reading: null }));

/** A person types, records or leaves. */
export function stopReading(): void {
  if (useReading.getState().reading) useReading.setState({ reading: null });
}
