import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import type { ModelRow } from '#ui/models/session/model-rows.ts';
import { useBuiltIn } from '#ui/state/built-in.ts';
import { useCatalog } from '#ui/state/catalog.ts';
import styles from './disk-bar.module.css';

/** Shades of the parts, repeated where there are more models. */
const SHADES = 5;

/** Bytes that are on this device: of a built-in model, those that were counted. */
function storedBytes(
  { id, downloadBytes }: ModelView,
  entry: CatalogEntry | null,
  builtIn: ReturnType<typeof useBuiltIn.getState>['models'],
): number {
  if (entry && 'loaded' in entry.state) return entry.state.loaded;
  return entry ? downloadBytes : (builtIn?.[id]?.bytes ?? 0);
}

/** The storage of each model, as a share of what the browser may store where it says so. */
export function DiskBar({ rows }: { rows: readonly ModelRow[] }) {
  const storage = useCatalog((state) => state.device?.storage ?? null);
  const builtIn = useBuiltIn((state) => state.models);
  const parts = rows.map(({ model, entry }) => ({
    id: model.id,
    title: model.title,
    bytes: storedBytes(model, entry, builtIn),
  }));
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  // Drawn from the start: the list below would move once the stored bytes are counted.
  const used = total === 0 ? '0 MB' : formatBytes(total);
  const share = diskShare(total, storage?.quotaBytes ?? null);
  return (
    <figure className={styles['disk']}>
      <div className={styles['bar']} aria-hidden>
        <div className={styles['used']} style={{ width: `${share * 100}%` }}>
          {parts.map(({ id, title, bytes }, i) => (
            <span
              key={id}
              data-shade={i % SHADES}
              title={modelsPageText.part(title, formatBytes(bytes))}
              style={{ flexGrow: bytes }}
            />
          ))}
        </div>
      </div>
      <figcaption className={controls['secondary']}>
        {storage
          ? modelsPageText.disk(used, formatBytes(storage.quotaBytes))
          : modelsPageText.diskUsed(used)}
      </figcaption>
    </figure>
  );
}

/** The part of the browser's storage that models take, 0 to 1; 1 where the browser does not say how much it may store. */
export function diskShare(usedBytes: number, quotaBytes: number | null): number {
  // A browser may lower its quota under the stored bytes.
  return quotaBytes === null ? 1 : Math.min(1, usedBytes / quotaBytes);
}
