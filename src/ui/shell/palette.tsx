import type { LucideIcon } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { foldCase } from '#base/words.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { shellText } from '#ui/messages/shell.ts';
import styles from './palette.module.css';

export interface PaletteEntry {
  id: string;
  name: string;
  icon: LucideIcon;
  /** What kind of thing it is: shown at the right. */
  kind: string;
  run: () => void;
}

interface PaletteProps {
  entries: readonly PaletteEntry[];
  onClose: () => void;
}

const MAX_SHOWN = 12;

/** Every command and chat by name. */
export function Palette({ entries, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useMemo(() => findEntries(entries, query), [entries, query]);
  const chosen = found[Math.min(at, found.length - 1)];

  function run(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  return (
    <Dialog title={shellText.searchCommands} onClose={onClose}>
      <Field
        label={shellText.searchCommands}
        isLabelHidden
        data-first-focus
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${chosen.id}`}
        placeholder={shellText.typeToSearch}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((i) => Math.min(i + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setAt((i) => Math.max(i - 1, 0));
          else if (event.key === 'Enter') run(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <div id={list} role="listbox" aria-label={shellText.results} className={styles['list']}>
        {found.map((entry) => (
          <div
            key={entry.id}
            id={`${list}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            className={styles['option']}
            onClick={() => run(entry)}
            onKeyDown={() => {}}
          >
            <entry.icon size={16} aria-hidden />
            <span>{entry.name}</span>
            <span className={controls['secondary']}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={controls['secondary']}>{shellText.noResults}</p>}
    </Dialog>
  );
}

/** Names that contain every word typed; those that begin with the first one come first. */
function findEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = foldCase(query).split(/\s+/).filter(Boolean);
  const holds = ({ name, kind }: PaletteEntry) =>
    words.every((word) => foldCase(`${name} ${kind}`).includes(word));
  const begins = ({ name }: PaletteEntry) => (foldCase(name).startsWith(words[0] ?? '') ? 0 : 1);
  return entries
    .filter(holds)
    .sort((a, b) => begins(a) - begins(b))
    .slice(0, MAX_SHOWN);
}
