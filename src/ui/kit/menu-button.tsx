import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

interface MenuButtonProps {
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
}

/** A button with the actions that have none of their own. The menu is closed before an item runs. */
export function MenuButton({ label, items, className }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const closing = ({ run, ...item }: MenuItem): MenuItem => ({
    ...item,
    run() {
      close();
      run();
    },
  });
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Menu label={label} anchor={button.current} items={items.map(closing)} onClose={close} />
      )}
    </>
  );
}
