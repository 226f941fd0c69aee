import { useId, useMemo, useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import styles from './palette.module.css';

export interface Command {
  id: string;
  name: string;
  /** What kind of thing it is: shown at the right. */
  kind: string;
  run: () => void;
}

interface PaletteProps {
  commands: readonly Command[];
  onClose: () => void;
}

const MOST_SHOWN = 12;

/** Every action and chat by name. */
export function Palette({ commands, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useMemo(() => findCommands(commands, query), [commands, query]);
  const chosen = found[Math.min(at, found.length - 1)];

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  return (
    <Dialog title="Go to or do" onClose={onClose}>
      <input
        className={controls['field']}
        data-first-focus
        role="combobox"
        aria-label="Command or chat"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${chosen.id}`}
        placeholder="Type a few letters"
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
      <div id={list} role="listbox" aria-label="Found" className={styles['list']}>
        {found.map((command) => (
          <div
            key={command.id}
            id={`${list}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className={styles['option']}
            onClick={() => run(command)}
            onKeyDown={() => {}}
          >
            <span>{command.name}</span>
            <span className={controls['secondary']}>{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={controls['secondary']}>Nothing has such a name.</p>}
    </Dialog>
  );
}

/** Names that hold every word typed; those that begin with the first one come first. */
function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ name, kind }: Command) =>
    words.every((word) => `${name} ${kind}`.toLowerCase().includes(word));
  const begins = ({ name }: Command) => (name.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return commands
    .filter(holds)
    .sort((a, b) => begins(a) - begins(b))
    .slice(0, MOST_SHOWN);
}
