import styles from './map.module.css';
import { freeLabels, type Size, toScreen } from './map-geometry.ts';
import type { Camera } from './point-map.ts';

interface MapLabelsProps {
  /** Labels by row. */
  shown: ReadonlyMap<number, string>;
  hovered: number | null;
  points: Float32Array;
  camera: Camera;
  size: Size;
}

/** The labels in view that do not overlap. */
export function MapLabels(props: MapLabelsProps) {
  const { hovered, size } = props;
  return (
    <div className={styles['labels']} aria-hidden="true">
      {freeLabels(labelsInView(props)).map(({ index, text, x, y }) => {
        const isEnd = x > size.width * 0.6;
        const at = `translate(${x}px, ${y}px) ${isEnd ? 'translateX(-100%)' : ''}`;
        return (
          <span
            key={index}
            className={index === hovered ? styles['hovered'] : ''}
            style={{ transform: at }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}

/** The one under the pointer comes first. */
function labelsInView({ shown, hovered, points, camera, size }: MapLabelsProps) {
  return [...shown]
    .sort(([a], [b]) => Number(b === hovered) - Number(a === hovered))
    .map(([index, text]) => {
      const place = [points[2 * index] ?? 0, points[2 * index + 1] ?? 0] as const;
      const [x, y] = toScreen(camera, size, ...place);
      return { index, text, x, y };
    })
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height);
}
