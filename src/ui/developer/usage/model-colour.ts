/** Colours that stay apart for colour-blind readers, the most used model first. */
const COLOURS = ['#2a8a7e', '#4477aa', '#b8860b', '#cc6677', '#6a5acd', '#999933', '#aa4499'];
const OTHERS = '#8a8a8a';

export function modelColour(place: number): string {
  return COLOURS[place] ?? OTHERS;
}
