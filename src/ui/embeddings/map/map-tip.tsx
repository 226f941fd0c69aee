import { Dot } from '#ui/embeddings/dot.tsx';
import styles from './map.module.css';
import type { Size } from './map-geometry.ts';

interface MapTipProps {
  /** Of the point, CSS pixels from the top left. */
  place: readonly [number, number];
  size: Size;
  text: string;
  /** Its group, score or column. */
  detail: string;
  colour: string;
}

/** The text under the pointer, on the side of its point with enough space. */
export function MapTip({ place: [x, y], size, text, detail, colour }: MapTipProps) {
  const dx = x > size.width / 2 ? 'calc(-100% - 12px)' : '12px';
  const dy = y > size.height / 2 ? 'calc(-100% - 8px)' : '8px';
  return (
    <div
      className={styles['tip']}
      aria-hidden="true"
      style={{ transform: `translate(${x}px, ${y}px) translate(${dx}, ${dy})` }}
    >
      <p dir="auto">{text}</p>
      {detail && (
        <p className={styles['detail']}>
          <Dot colour={colour} />
          {detail}
        </p>
      )}
    </div>
  );
}
