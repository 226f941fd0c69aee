import { useLayoutEffect } from 'react';

/** Opens the element to people once the app is drawn in it: first-paint.js draws only a static picture. */
export function FirstPaintEnd({ place }: { place: HTMLElement }) {
  useLayoutEffect(() => {
    place.inert = false;
    place.ariaHidden = null;
  }, [place]);
  return null;
}
