import { FileCode, Image, Lasso, Waypoints } from 'lucide-react';
import type { RefObject } from 'react';
import {
  type Colouring,
  describeSeconds,
  nameOf,
  type TextSetState,
} from '#ui/embeddings/session/text-set-state.ts';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './map.module.css';
import { fitAll, toScreen } from './map-geometry.ts';

interface MapToolsProps {
  map: NonNullable<TextSetState['map']>;
  colours: readonly string[];
  canvas: RefObject<HTMLCanvasElement | null>;
  hasLasso: boolean;
  onLasso: (hasLasso: boolean) => void;
}

/** The map's layout, colours and actions. */
export function MapTools({ map, colours, canvas, hasLasso, onLasso }: MapToolsProps) {
  const set = useTextSet();
  const { embedded, colouring, seconds } = usePicked('embedded', 'colouring', 'seconds');
  if (!embedded) return null;
  const { method, points, part } = map;
  const isRefining = method === 'umap' && part < 1;
  const isSimple = method === 'pca';
  const time = describeSeconds(seconds ? seconds.neighbours + seconds.layout : 0);
  const detailed = time ? embeddingsText.detailedLayoutIn(time) : embeddingsText.detailedLayout;
  const layout = isSimple ? detailed : embeddingsText.simpleLayout;
  const changeLayout = () =>
    reportFailure(embeddingsText.mapFailed, isSimple ? set.refineMap() : set.showPca());
  const savePng = () =>
    canvas.current?.toBlob((blob) => blob && saveFile(`${nameOf(embedded)}.png`, blob));
  const saveSvg = () => {
    const svg = toSvg(points, colours, embedded.texts);
    saveFile(`${nameOf(embedded)}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
  };
  return (
    <div className={styles['tools']}>
      <Select
        label={embeddingsText.colourBy}
        isInline
        options={[
          { id: 'groups', name: embeddingsText.groups },
          { id: 'score', name: embeddingsText.searchScore },
          ...embedded.columns.map(({ name }) => ({ id: `column:${name}`, name })),
        ]}
        value={typeof colouring === 'string' ? colouring : `column:${colouring.column}`}
        onChange={(id) => set.colourBy(toColouring(id))}
      />
      <Button
        size="small"
        className={styles['wide']}
        title={isSimple ? embeddingsText.byUmap : embeddingsText.byPca}
        disabled={isRefining}
        onClick={changeLayout}
      >
        {layout}
      </Button>
      <Button size="small" icon={Lasso} aria-pressed={hasLasso} onClick={() => onLasso(!hasLasso)}>
        {embeddingsText.lasso}
      </Button>
      <Button size="small" className={styles['wide']} onClick={saveSvg}>
        {embeddingsText.saveSvg}
      </Button>
      <Button size="small" className={styles['wide']} onClick={savePng}>
        {embeddingsText.savePng}
      </Button>
      <MenuButton
        label={embeddingsText.mapActions}
        className={styles['phone']}
        items={[
          ...(isRefining ? [] : [{ label: layout, icon: Waypoints, run: changeLayout }]),
          { label: embeddingsText.saveSvg, icon: FileCode, run: saveSvg },
          { label: embeddingsText.savePng, icon: Image, run: savePng },
        ]}
      />
    </div>
  );
}

function toColouring(value: string): Colouring {
  if (value.startsWith('column:')) return { column: value.slice(7) };
  return value === 'score' ? 'score' : 'groups';
}

const SIZE = { width: 1_200, height: 900 };

/** The map as a picture of lines, with each text as the title of its point. */
function toSvg(points: Float32Array, colours: readonly string[], texts: readonly string[]): string {
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
