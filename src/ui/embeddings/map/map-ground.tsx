import { useMemo } from 'react';
import { densityContours } from './density.ts';
import styles from './map.module.css';
import type { Size } from './map-geometry.ts';
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
