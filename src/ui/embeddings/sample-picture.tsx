import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { colourOf } from './map/colours.ts';

/** Dots of a map, as the sample looks: group, then places in the frame of 220 × 120. */
const DOTS: readonly (readonly [number, number][])[] = [
  [
    [38, 78],
    [46, 66],
    [55, 84],
    [30, 92],
    [62, 74],
    [48, 96],
  ],
  [
    [92, 34],
    [104, 26],
    [112, 42],
    [98, 48],
    [84, 44],
  ],
  [
    [160, 44],
    [172, 52],
    [150, 56],
    [178, 38],
    [164, 62],
  ],
  [
    [112, 88],
    [124, 80],
    [104, 98],
    [130, 94],
    [118, 104],
  ],
  [
    [176, 92],
    [188, 84],
    [168, 102],
    [194, 98],
  ],
  [
    [58, 36],
    [66, 46],
    [48, 44],
    [70, 32],
  ],
];

/** The map of the sample, in the arch of the empty page. */
export function SamplePicture() {
  return (
    <svg viewBox="0 0 220 130" width="100" aria-hidden="true">
      {DOTS.map((dots, group) =>
        dots.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="6" fill={colourOf(group)} />
        )),
      )}
    </svg>
  );
}

/** The bundled sentences on a map, with one press. */
export function SampleLink() {
  return (
    <Link href="/embeddings?sample" className={buttonClass({ kind: 'quiet' })}>
      {embeddingsText.trySample} <ArrowRight size={16} aria-hidden />
    </Link>
  );
}
