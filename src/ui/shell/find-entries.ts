import type { LucideIcon } from 'lucide-react';
import { foldCase } from '#base/words.ts';

export interface PaletteEntry {
  id: string;
  name: string;
  /** Further words by which people look for it. */
  words?: string;
  icon: LucideIcon;
  /** What kind of thing it is: shown at the right. */
  kind: string;
  run: () => void;
}

const MAX_SHOWN = 12;

/** Entries that contain every word typed. Names that begin with the text come first, then words that do. */
export function findEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const typed = foldCase(query).trim();
  const words = typed.split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const name = foldCase(entry.name);
    const all = `${name} ${foldCase(`${entry.kind} ${entry.words ?? ''}`)}`;
    return words.every((word) => all.includes(word))
      ? [{ entry, place: placeOf(name, all, typed) }]
      : [];
  });
  // The sort is stable: in one place the order of the entries stays.
  return found
    .sort((a, b) => a.place - b.place)
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry);
}

function placeOf(name: string, all: string, typed: string): number {
  if (name.startsWith(typed)) return 0;
  if (` ${name}`.includes(` ${typed}`)) return 1;
  if (` ${all}`.includes(` ${typed}`)) return 2;
  return name.includes(typed) ? 3 : 4;
}
