import { useEffect } from 'react';
import { create } from 'zustand';

type Sheet = 'palette' | 'help' | 'chats' | null;

interface ShellState {
  /** Which of the shell's own sheets is open. */
  sheet: Sheet;
  /** Whether what the first question needs has had its time: what nobody has asked for yet may load. */
  isSettled: boolean;
  /** What is open in a section, for the title of the tab; null for its name alone. */
  openItem: string | null;
  /** What is at work, before all else in the title of the tab: a recording and its time. */
  badge: string | null;
}

export const useShell = create<ShellState>(() => ({
  sheet: null,
  isSettled: false,
  openItem: null,
  badge: null,
}));

export function openSheet(sheet: Sheet): void {
  useShell.setState({ sheet });
}

/** Names what is open in the title of the tab while the component is there. */
export function useOpenItem(name: string | null): void {
  useEffect(() => {
    useShell.setState({ openItem: name });
    return () => useShell.setState({ openItem: null });
  }, [name]);
}

/** The title of the tab: `● 0:12 talk.mp3 – Alcove`. */
export function writeTitle(place: string | null, badge: string | null): string {
  return [badge, place, place ? '– Alcove' : 'Alcove'].filter(Boolean).join(' ');
}
