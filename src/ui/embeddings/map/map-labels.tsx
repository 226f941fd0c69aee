import { Dot } from '#ui/embeddings/dot.tsx';
import styles from './map.module.css';
import { freeLabels, labelWidth, type Size, toScreen } from './map-geometry.ts';
import type { Camera } from './point-map.ts';

/** A name at a place of the map, in the map's own units. */
export interface MapLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  colour: string;
  /** Whether it names one point, which it leaves free. */
  isAbove?: boolean;
}

/** From a point to the middle of the label above it, CSS pixels. */
const ABOVE = 24;

interface MapLabelsProps {
  labels: readonly MapLabel[];
  camera: Camera;
  size: Size;
}

/** Names on the map, those in view that do not overlap. */
export function MapLabels({ labels, camera, size }: MapLabelsProps) {
  const placed = labels
    .map((label) => {
      const [x, y] = toScreen(camera, size, label.x, label.y);
      return { ...label, x, y: label.isAbove ? y - ABOVE : y };
    })
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height)
    .map((label) => ({ ...label, x: within(label.x, labelWidth(label.text), size.width) }));
  return (
    <div className={styles['labels']} aria-hidden="true">
      {freeLabels(placed).map(({ key, text, x, y, colour }) => (
        <span
          key={key}
          dir="auto"
          style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
        >
          <Dot colour={colour} />
          <span>{text}</span>
        </span>
      ))}
    </div>
  );
}

/** The middle of something so wide that stays inside. */
function within(middle: number, width: number, total: number): number {
  return Math.max(width / 2, Math.min(total - width / 2, middle));
}
