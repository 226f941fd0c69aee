import { create } from 'zustand';

type Sheet = 'palette' | 'help' | 'chats' | null;

interface ShellState {
  /** Which of the shell's own sheets is open. */
  sheet: Sheet;
  /** Whether what the first question needs has had its time: what nobody has asked for yet may load. */
  isSettled: boolean;
}

export const useShell = create<ShellState>(() => ({ sheet: null, isSettled: false }));

export function openSheet(sheet: Sheet): void {
  useShell.setState({ sheet });
}
