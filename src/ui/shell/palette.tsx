import { MessageSquare, TextSearch, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { kitText } from '#ui/messages/kit.ts';
import { paletteText } from '#ui/messages/palette.ts';
import { shellText } from '#ui/messages/shell.ts';
import { findEntries, type PaletteEntry } from './find-entries.ts';
import styles from './palette.module.css';

interface PaletteProps {
  entries: readonly PaletteEntry[];
  /** Asks Guide a text that names no command. */
  onAsk: (text: string) => void;
  /** Searches documents, chats and transcripts. */
  onSearch: (text: string) => void;
  onClose: () => void;
}

/** Every command, setting, model and stored thing by its name or by what people call it. */
export function Palette({ entries, onAsk, onSearch, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useMemo(() => findEntries(entries, query), [entries, query]);
  const text = query.trim();
  const ask: PaletteEntry = {
    id: 'ask',
    name: paletteText.askGuide(text),
    icon: MessageSquare,
    kind: shellText.chat,
    run: () => onAsk(text),
  };
  const search: PaletteEntry = {
    id: 'search',
    name: shellText.searchFor(text),
    icon: TextSearch,
    kind: shellText.search,
    run: () => onSearch(text),
  };
  const first = found.length > 0 ? found : [ask];
  const shown = text === '' ? found : [...first, search];
  const chosen = shown[Math.min(at, shown.length - 1)];

  function run(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  return (
    <Dialog title={shellText.searchCommands} kind="search" onClose={onClose}>
      <div className={styles['head']}>
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
            if (inComposition(event.nativeEvent)) return;
            if (event.key === 'ArrowDown') setAt((i) => Math.min(i + 1, shown.length - 1));
            else if (event.key === 'ArrowUp') setAt((i) => Math.max(i - 1, 0));
            else if (event.key === 'Enter') run(chosen);
            else return;
            event.preventDefault();
          }}
        />
        <IconButton icon={X} label={kitText.close} onClick={onClose} />
      </div>
      {found.length === 0 && <p className={controls['secondary']}>{paletteText.noCommand}</p>}
      <div id={list} role="listbox" aria-label={shellText.results} className={styles['list']}>
        {shown.map((entry) => (
          <Button
            key={entry.id}
            kind="plain"
            id={`${list}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            className={styles['option']}
            onClick={() => run(entry)}
          >
            <entry.icon size={16} aria-hidden />
            <span>{entry.name}</span>
            <span className={controls['secondary']}>{entry.kind}</span>
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
