import { useLayoutEffect } from 'react';

/** Opens the element to people once the app is drawn in it: what first-paint.js drew there only looks like it. */
export function FirstPaintEnd({ place }: { place: HTMLElement }) {
  useLayoutEffect(() => {
    place.inert = false;
    place.ariaHidden = null;
  }, [place]);
  return null;
}
