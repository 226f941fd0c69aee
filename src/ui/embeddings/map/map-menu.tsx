import { FileCode, Image, Waypoints } from 'lucide-react';
import { MenuButton } from '#ui/kit/menu-button.tsx';
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
  return (
    <MenuButton
      label={embeddingsText.mapActions}
      className={styles['phone']}
      items={[
        ...(onLayout ? [{ label: layout, icon: Waypoints, run: onLayout }] : []),
        { label: embeddingsText.saveSvg, icon: FileCode, run: onSvg },
        { label: embeddingsText.savePng, icon: Image, run: onPng },
      ]}
    />
  );
}
