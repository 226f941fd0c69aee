import { create } from 'zustand';

type TalkPhase = 'opening' | 'listening' | 'recording' | 'transcribing' | 'thinking' | 'speaking';

/** The conversation without hands; `chatId` is null where there is none. */
export interface TalkState {
  chatId: string | null;
  phase: TalkPhase;
  /** How loud the microphone is, 0…1. */
  level: number;
  problem: string | null;
}

export const NO_TALK: TalkState = { chatId: null, phase: 'opening', level: 0, problem: null };

export const useTalk = create<TalkState>(() => NO_TALK);
