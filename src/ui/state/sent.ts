import { create } from 'zustand';
import { onSent } from '#transport/sent-requests.ts';

interface SentState {
  /** Requests that left this origin since this page was opened, by any of its threads and tabs. */
  sinceOpened: number;
}

/** How much left this device. Everything else of Alcove stays on its own origin. */
export const useSent = create<SentState>(() => ({ sinceOpened: 0 }));

/** Counts from now on. @returns a function that stops it. */
export function watchSent(): () => void {
  return onSent(() => useSent.setState(({ sinceOpened }) => ({ sinceOpened: sinceOpened + 1 })));
}
