import type { ReactNode } from 'react';
import styles from './welcome.module.css';

/** The bars of a short recording: place, height, and how they are drawn. The lamp is the playhead. */
const BARS = [10, 22, 38, 26, 46, 58, 34, 50, 30, 42, 18, 26, 12].map((height, i) => ({
  x: 17 + i * 7,
  height,
  look: ['ink', 'lamp', 'soft'][1 + Math.sign(i - 6)] ?? 'ink',
}));

/** Points of three groups on a map: x, y, group. */
const POINTS = [
  [30, 62, 0],
  [40, 52, 0],
  [26, 48, 0],
  [38, 70, 0],
  [48, 62, 0],
  [82, 34, 1],
  [94, 42, 1],
  [88, 26, 1],
  [76, 44, 1],
  [98, 30, 1],
  [86, 82, 2],
  [96, 90, 2],
  [78, 92, 2],
  [102, 78, 2],
] as const;

function Frame({ children }: { children: ReactNode }) {
  return (
    <svg className={styles['picture']} viewBox="0 0 120 120" aria-hidden="true">
      {children}
    </svg>
  );
}

/** A question and an answer that is being written. */
export function ChatPicture() {
  return (
    <Frame>
      <rect x="54" y="34" width="44" height="16" rx="8" className={styles['soft']} />
      <rect x="22" y="62" width="64" height="6" rx="3" className={styles['ink']} />
      <rect x="22" y="76" width="72" height="6" rx="3" className={styles['ink']} />
      <rect x="22" y="90" width="34" height="6" rx="3" className={styles['ink']} />
      <rect x="61" y="86" width="5" height="14" rx="2" className={styles['lamp']} />
    </Frame>
  );
}

/** A waveform with its playhead. */
export function SpeechPicture() {
  return (
    <Frame>
      {BARS.map(({ x, height, look }) => (
        <rect
          key={x}
          x={x}
          y={70 - height / 2}
          width="4"
          height={height}
          rx="2"
          className={styles[look]}
        />
      ))}
    </Frame>
  );
}

/** Texts as points, in groups. */
export function MapPicture() {
  return (
    <Frame>
      {POINTS.map(([x, y, group]) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r="4.5"
          className={styles[['ink', 'lamp', 'soft'][group] ?? 'ink']}
        />
      ))}
    </Frame>
  );
}
