import { useMemo } from 'react';
import { Dot } from '#ui/embeddings/text-list.tsx';
import { densityContours } from './density.ts';
import styles from './map.module.css';
import {
  freeLabels,
  LABEL_HEIGHT,
  labelWidth,
  type Place,
  type Size,
  toScreen,
} from './map-geometry.ts';
import type { MapLabel } from './place-labels.ts';
import type { Camera } from './point-map.ts';

interface MapGroundProps {
  points: Float32Array;
  camera: Camera;
  size: Size;
}

/** Where many texts are: lines of equal density behind the points. */
export function MapGround({ points, camera, size }: MapGroundProps) {
  const contours = useMemo(() => densityContours(points), [points]);
  const { x, y, scale } = camera;
  const [dx, dy] = [size.width / 2 - x * scale, size.height / 2 + y * scale];
  return (
    <svg className={styles['ground']} aria-hidden="true">
      <g transform={`matrix(${scale} 0 0 ${-scale} ${dx} ${dy})`}>
        {contours.map((path, level) => (
          // The lines have no other name than their height.
          // biome-ignore lint/suspicious/noArrayIndexKey: they are always drawn from the lowest to the highest
          <path key={level} d={path} />
        ))}
      </g>
    </svg>
  );
}

/** From the top of a group to the label above it, CSS pixels: the line between them. */
const LEADER = 10;

interface MapLabelsProps {
  labels: readonly MapLabel[];
  camera: Camera;
  size: Size;
  /** The pointer, which looks at the points below a label. */
  pointer: Place | null;
}

/** Names above their points, those in view that do not overlap. */
export function MapLabels({ labels, camera, size, pointer }: MapLabelsProps) {
  const placed = labels
    .map((label) => {
      const [topX, topY] = toScreen(camera, size, label.x, label.y);
      const y = Math.max(LABEL_HEIGHT / 2, topY - LEADER - LABEL_HEIGHT / 2);
      return { ...label, topX, topY, x: within(topX, labelWidth(label.text), size.width), y };
    })
    .filter(
      ({ topX, topY }) => topX >= 0 && topY >= 0 && topX <= size.width && topY <= size.height,
    );
  const free = freeLabels(placed);
  return (
    <div className={styles['labels']} aria-hidden="true">
      <svg aria-hidden="true">
        {free.map(({ key, x, y, topX, topY, colour }) => (
          <line key={key} x1={x} y1={y} x2={topX} y2={topY} stroke={colour} />
        ))}
      </svg>
      {free.map(({ key, text, x, y, colour }) => (
        <span
          key={key}
          dir="auto"
          data-faded={(pointer && isUnder(pointer, { x, y, text })) || undefined}
          style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
        >
          <Dot colour={colour} />
          <span>{text}</span>
        </span>
      ))}
    </div>
  );
}

/** Whether the label covers the pointer, or nearly does. */
function isUnder([px, py]: Place, { x, y, text }: { x: number; y: number; text: string }): boolean {
  return Math.abs(px - x) <= labelWidth(text) / 2 + 8 && Math.abs(py - y) <= LABEL_HEIGHT / 2 + 8;
}

/** The middle of something so wide that stays inside. */
function within(middle: number, width: number, total: number): number {
  return Math.max(width / 2, Math.min(total - width / 2, middle));
}

interface MapTipProps {
  /** Of the point, CSS pixels from the top left. */
  place: Place;
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
