import { Ellipsis, FileCode, Image, Waypoints } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './map.module.css';

interface MapMenuProps {
  layout: string;
  /** Null while the layout is being computed. */
  onLayout: (() => void) | null;
  onSvg: () => void;
  onPng: () => void;
}

/** The rarer actions of the map, on a phone. */
export function MapMenu({ layout, onLayout, onSvg, onPng }: MapMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const then = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  const changing = onLayout && { label: layout, icon: Waypoints, run: then(onLayout) };
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={embeddingsText.mapActions}
        className={styles['phone']}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Menu
          label={embeddingsText.mapActions}
          anchor={button.current}
          onClose={() => setOpen(false)}
          items={[
            ...(changing ? [changing] : []),
            { label: embeddingsText.saveSvg, icon: FileCode, run: then(onSvg) },
            { label: embeddingsText.savePng, icon: Image, run: then(onPng) },
          ]}
        />
      )}
    </>
  );
}
