import { create } from 'zustand';

type Sheet = 'palette' | 'help' | 'models' | 'chats' | null;

/** Which of the shell's own sheets is open. */
export const useShell = create<{ sheet: Sheet }>(() => ({ sheet: null }));

export function openSheet(sheet: Sheet): void {
  useShell.setState({ sheet });
}
