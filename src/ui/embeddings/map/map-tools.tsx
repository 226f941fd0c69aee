import { Lasso } from 'lucide-react';
import type { RefObject } from 'react';
import {
  type Colouring,
  type EmbeddingsState,
  nameOf,
} from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './map.module.css';
import { MapMenu } from './map-menu.tsx';
import { toSvg } from './map-svg.ts';

interface MapToolsProps {
  map: NonNullable<EmbeddingsState['map']>;
  colours: readonly string[];
  canvas: RefObject<HTMLCanvasElement | null>;
  hasLasso: boolean;
  onLasso: (hasLasso: boolean) => void;
}

/** The map's layout, colours and actions. */
export function MapTools({ map, colours, canvas, hasLasso, onLasso }: MapToolsProps) {
  const embeddings = useEmbeddingSession();
  const { embedded, colouring } = usePicked('embedded', 'colouring');
  if (!embedded) return null;
  const { method, points, part } = map;
  const isRefining = method === 'umap' && part < 1;
  const layout = method === 'umap' ? embeddingsText.backToPca : embeddingsText.layOutUmap;
  const changeLayout = () =>
    reportFailure(
      embeddingsText.mapFailed,
      method === 'umap' ? embeddings.showPca() : embeddings.refineMap(),
    );
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
        onChange={(id) =>
          embeddings.change({ colouring: toColouring(id), facet: null, lasso: null })
        }
      />
      <Button
        size="small"
        className={styles['wide']}
        aria-pressed={method === 'umap'}
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
      <MapMenu
        layout={layout}
        onLayout={isRefining ? null : changeLayout}
        onSvg={saveSvg}
        onPng={savePng}
      />
    </div>
  );
}

function toColouring(value: string): Colouring {
  if (value.startsWith('column:')) return { column: value.slice(7) };
  return value === 'score' ? 'score' : 'groups';
}
