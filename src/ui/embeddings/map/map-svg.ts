import { fitAll, toScreen } from './map-geometry.ts';

const SIZE = { width: 1_200, height: 900 };

/** The map as a picture of lines, with each text as the title of its point. */
export function toSvg(
  points: Float32Array,
  colours: readonly string[],
  texts: readonly string[],
): string {
  const camera = fitAll(points, SIZE);
  const circles = texts.map((text, i) => {
    const [x, y] = toScreen(camera, SIZE, points[2 * i] ?? 0, points[2 * i + 1] ?? 0);
    const place = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"`;
    return `<circle ${place} fill="${colours[i]}"><title>${escapeXml(text)}</title></circle>`;
  });
  const box = `viewBox="0 0 ${SIZE.width} ${SIZE.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>\n${circles.join('\n')}\n</svg>\n`;
}

function escapeXml(text: string): string {
  const plain = text.replace(/[\p{Cc}]/gu, ' ');
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
