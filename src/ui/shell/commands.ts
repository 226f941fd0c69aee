import type { LucideIcon } from 'lucide-react';
import {
  Keyboard,
  Play,
  RotateCcw,
  RotateCw,
  Search,
  SquarePen,
  TextCursorInput,
  TextSearch,
} from 'lucide-react';
import { shellText } from '#ui/messages/shell.ts';
import { withPlayer } from '#ui/state/player-keys.ts';
import { openSheet, useShell } from '#ui/state/shell.ts';
import { SECTIONS, sectionName } from './sections.ts';

/** What a command can ask of the app around it. */
export interface CommandContext {
  go: (path: string) => void;
  newChat: (isTemporary?: boolean) => void;
}

/** `mod` is Ctrl or Cmd; `after` is a key pressed just before. */
export interface Shortcut {
  key: string;
  mod?: true;
  shift?: true;
  after?: 'g';
}

export interface Command {
  id: string;
  label: () => string;
  /** Further words by which people look for it. */
  words?: () => string;
  icon: LucideIcon;
  shortcut?: Shortcut;
  /** Whether the palette lists it; the palette itself need not. */
  isHidden?: true;
  /** Returns false when there was nothing to do: its key then keeps its usual meaning. */
  run: (context: CommandContext) => unknown;
}

/** Seconds by which the keys seek. */
const SKIP_SECONDS = 5;

/** Keys of the player on the page, where there is one. */
const PLAYER_COMMANDS: readonly Command[] = [
  {
    id: 'play',
    label: () => shellText.playOrPause,
    icon: Play,
    shortcut: { key: 'k' },
    isHidden: true,
    run: () => withPlayer((player) => player.toggle()),
  },
  {
    id: 'skip-back',
    label: () => shellText.skipBack,
    icon: RotateCcw,
    shortcut: { key: 'j' },
    isHidden: true,
    run: () => withPlayer((player) => player.skip(-SKIP_SECONDS)),
  },
  {
    id: 'skip-forward',
    label: () => shellText.skipForward,
    icon: RotateCw,
    shortcut: { key: 'l' },
    isHidden: true,
    run: () => withPlayer((player) => player.skip(SKIP_SECONDS)),
  },
];

/** The commands that have a key: for the shortcuts, the palette and the list of keys alike. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    label: () => shellText.commandPalette,
    icon: Search,
    shortcut: { key: 'k', mod: true },
    isHidden: true,
    run: () => openSheet('palette'),
  },
  {
    id: '/search',
    label: () => shellText.searchLibrary,
    icon: TextSearch,
    shortcut: { key: 'f', mod: true, shift: true },
    run: ({ go }) => {
      go('/search');
      // Where the page is open already; a new one focuses its field by itself.
      document.querySelector<HTMLElement>('input[type="search"][data-library]')?.focus();
    },
  },
  {
    id: 'new-chat',
    label: () => shellText.newChat,
    icon: SquarePen,
    shortcut: { key: 'o', mod: true, shift: true },
    run: ({ newChat }) => newChat(),
  },
  {
    id: 'focus-message-box',
    label: () => shellText.focusMessageBox,
    icon: TextCursorInput,
    shortcut: { key: '/' },
    isHidden: true,
    run: () => {
      const { composer } = useShell.getState();
      composer?.focus();
      return composer !== null;
    },
  },
  ...SECTIONS.map((section): Command => {
    const { path, icon, key } = section;
    return {
      id: path,
      label: () => sectionName(section),
      icon,
      shortcut: { key, after: 'g' },
      run: ({ go }) => go(path),
    };
  }),
  ...PLAYER_COMMANDS,
  {
    id: 'shortcuts',
    label: () => shellText.keyboardShortcuts,
    icon: Keyboard,
    shortcut: { key: '?' },
    run: () => openSheet('help'),
  },
];

/** The keys of a shortcut as people read them. */
export function describeShortcut({ key, mod, shift, after }: Shortcut): string {
  const name = key.toUpperCase();
  if (after) return shellText.keyThenKey(after.toUpperCase(), name);
  return [mod && shellText.modifier, shift && shellText.shift, name].filter(Boolean).join(' + ');
}
