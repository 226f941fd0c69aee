import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { Select } from '#ui/kit/select.tsx';

const OPTIONS = [
  { id: 'one', name: 'One' },
  { id: 'two', name: 'Two' },
] as const;

export function Selects({ isInline = false }: { isInline?: boolean }) {
  const [value, setValue] = useState<'one' | 'two'>('one');
  return (
    <Select
      label="Select"
      isInline={isInline}
      options={OPTIONS}
      value={value}
      onChange={setValue}
    />
  );
}

export function Broken(): ReactNode {
  throw new Error('Thrown by the gallery.');
}

export function Menus() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState('nothing chosen');
  const choose = (name: string) => () => {
    setAnchor(null);
    setChosen(name);
  };
  return (
    <div className={controls['row']}>
      <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        Open
      </Button>
      <span>{chosen}</span>
      {anchor && (
        <Menu
          label="Example"
          anchor={anchor}
          onClose={() => setAnchor(null)}
          items={[
            { label: 'Rename', icon: Pencil, run: choose('Rename') },
            { label: 'Without an icon', run: choose('Without an icon') },
            { label: 'Delete', icon: Trash2, isDangerous: true, run: choose('Delete') },
          ]}
        />
      )}
    </div>
  );
}

export function Files() {
  const [names, setNames] = useState('no files');
  const show = (files: File[]) => setNames(files.map(({ name }) => name).join(', '));
  return (
    <DropZone className={controls['listing']} aria-label="Drop files" onFiles={show}>
      <FilePicker label="Example files" onFiles={show}>
        {(open) => <Button onClick={open}>Choose files</Button>}
      </FilePicker>{' '}
      {names}
    </DropZone>
  );
}

export function Dialogs() {
  const [kind, setKind] = useState<'centre' | 'wide' | 'side' | null>(null);
  return (
    <div className={controls['row']}>
      {(['centre', 'wide', 'side'] as const).map((name) => (
        <Button key={name} onClick={() => setKind(name)}>
          {name}
        </Button>
      ))}
      {kind && (
        <Dialog title={kind} kind={kind} onClose={() => setKind(null)}>
          <p>Escape, the cross and a press outside close it.</p>
        </Dialog>
      )}
    </div>
  );
}
