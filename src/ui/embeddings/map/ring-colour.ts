import { useEffect, useState } from 'react';

/** Red, green and blue, 0…1, of an element's ground. */
export function groundColour(element: Element): [number, number, number] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return [1, 1, 1];
  context.fillStyle = getComputedStyle(element).backgroundColor;
  context.fillRect(0, 0, 1, 1);
  const [red = 255, green = 255, blue = 255] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

/** A number that changes with the theme: WebGL does not follow style sheets by itself. */
export function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = () => setChanges((now) => now + 1);
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', change);
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      media.removeEventListener('change', change);
      observer.disconnect();
    };
  }, []);
  return changes;
}
