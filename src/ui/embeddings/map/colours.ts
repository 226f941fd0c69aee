/**
 * Twelve colours that stay apart for colour-blind readers, near Paul Tol's muted scheme but light
 * enough for dark pages; groups are labelled as well. Hexadecimal, for CSS and WebGL alike.
 * @see https://personal.sron.nl/~pault/
 */
const PALETTE = [
  '#4477aa',
  '#cc6677',
  '#2a9152',
  '#b8860b',
  '#b0417f',
  '#44aa99',
  '#6a5acd',
  '#999933',
  '#aa4499',
  '#5f8fbf',
  '#a8622a',
  '#808080',
];

export function colourOf(index: number): string {
  return PALETTE[((index % PALETTE.length) + PALETTE.length) % PALETTE.length] as string;
}

/** From grey over the accent's hue to full: 0 for the least score, 1 for the best. */
export function scoreColour(share: number): string {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  const part = (n: number) => n.toString(16).padStart(2, '0');
  return `#${part(mix(190, 160))}${part(mix(190, 30))}${part(mix(190, 60))}`;
}

/** Red, green and blue, 0…1. */
export function channels(colour: string): [number, number, number] {
  const at = (i: number) => Number.parseInt(colour.slice(i, i + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

/** Along a scale of numbers: 0 the smallest, 1 the largest. */
export function spanColour(share: number): string {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  const part = (n: number) => n.toString(16).padStart(2, '0');
  return `#${part(mix(68, 204))}${part(mix(119, 102))}${part(mix(170, 60))}`;
}
