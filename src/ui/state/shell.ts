import { useEffect } from 'react';
import { create } from 'zustand';

type Sheet = 'palette' | 'help' | 'chats' | null;

/** The message box of the chat page, for parts of the app that bring a person there. */
interface ComposerHandle {
  focus: () => void;
  /** Writes at the cursor. */
  type: (text: string) => void;
}

interface ShellState {
  /** Which of the shell's own sheets is open. */
  sheet: Sheet;
  /** Whether the files for the first question had time to load, so that others may be preloaded. */
  isSettled: boolean;
  /** The open item of a section, for the tab's title; null for the section's name alone. */
  openItem: string | null;
  /** The running work, first in the tab's title: a recording and its time. */
  badge: string | null;
  /** The recording that is transcribed, for the foot of the sidebar: its page and how far it is. */
  transcribing: { path: string; name: string; position: string } | null;
  /** Null on other pages. */
  composer: ComposerHandle | null;
}

export const useShell = create<ShellState>(() => ({
  sheet: null,
  isSettled: false,
  openItem: null,
  badge: null,
  transcribing: null,
  composer: null,
}));

export function openSheet(sheet: Sheet): void {
  useShell.setState({ sheet });
}

/** Shows the open item in the tab's title while the component is mounted. */
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
