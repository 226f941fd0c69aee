import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ModelView } from '#contract/model-view.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { droppedTree } from '#ui/kit/dropped-files.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { Guard } from '#ui/kit/guard.tsx';
import { decodeName } from '#ui/kit/item-path.ts';
import page from '#ui/kit/page.module.css';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { type Speed, useMeasured } from '#ui/model-offer/use-speed.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useServices, useSession } from '#ui/services.ts';
import { useBuiltIn, watchBuiltIn } from '#ui/state/built-in.ts';
import { useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { useHost } from '#ui/state/models.ts';
import { AddModel } from './add-model.tsx';
import { BrowserLimits } from './browser-limits.tsx';
import { BrowserModel } from './browser-model.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DiskBar } from './disk-bar.tsx';
import { Unfinished } from './downloads.tsx';
import { ModelDetails } from './model-details.tsx';
import { ModelFilters } from './model-filters.tsx';
import { ModelTable } from './model-table.tsx';
import styles from './models.module.css';
import { OwnModels } from './own-models.tsx';
import { RemoteModels } from './remote-models.tsx';
import { ModelFilesSession } from './session/model-files-session.ts';
import {
  filterRows,
  inQueueOrder,
  isWhole,
  type ModelRow,
  NO_FILTER,
  toRows,
} from './session/model-rows.ts';
import { Suggestion } from './suggestion.tsx';

/** Rows shown before the rest is requested. */
const SHOWN = 40;

/** The models on this device and those it can download, or one of them. */
export function ModelsPage({ params }: { params: { '*'?: string } }) {
  const { control } = useServices();
  const models = useHost((state) => state.models);
  const slots = useHost((state) => state.status.slots);
  // Deferred: 200 models are drawn in slices, and what a person presses meanwhile is answered in between.
  const entries = useDeferredValue(useCatalog((state) => state.entries));
  const device = useDeferredValue(useCatalog((state) => state.device));
  const isCounted = useBuiltIn((state) => state.isCounted);
  const speed = useMeasured();
  const ownFiles = useSession(ModelFilesSession);
  useEffect(() => watchCatalog(control), [control]);
  useEffect(watchBuiltIn, []);
  const rows = useMemo(
    () => toRows(models.filter(isLocal), entries ?? [], slots, device),
    [models, entries, slots, device],
  );
  const remotes = models.filter(({ boundary }) => boundary !== undefined);
  const id = params['*'] ? decodeName(params['*']) : null;
  if (id !== null) return <ModelDetails id={id} row={rows.find(({ model }) => model.id === id)} />;
  return (
    <DropZone
      className={styles['drop']}
      overClassName={page['over']}
      data-drop={modelFileText.dropNow}
      onFiles={(_, data) => droppedTree(data).then((files) => ownFiles.take(files), reportError)}
    >
      <PageHeader title={modelsText.title} />
      <div className={`${page['page']} ${styles['page']}`}>
        <ServiceProblem />
        {/* Drawn together: parts that appear one by one would move text while it is read. */}
        {entries === null || device === null || !isCounted || speed === null ? (
          <p className={controls['secondary']}>{modelsText.readingCatalogue}</p>
        ) : (
          <>
            <Suggestion rows={rows} />
            <Unfinished rows={inQueueOrder(rows)} />
            <Here rows={rows.filter(isWhole)} speed={speed} />
            <BrowserModel />
            <OwnModels />
            <OnServer rows={rows.filter(isOnServer)} speed={speed} />
            {remotes.length > 0 && <RemoteModels models={remotes} />}
            <Guard title={modelsText.catalogueNotShown}>
              <Available
                rows={rows.filter((row) => !row.isHere && !isOnServer(row))}
                speed={speed}
              />
            </Guard>
            <DeviceFacts device={device} />
            <BrowserLimits />
          </>
        )}
      </div>
    </DropZone>
  );
}

interface Listed {
  rows: readonly ModelRow[];
  speed: Speed;
}

const isOnServer = ({ entry, isHere }: ModelRow) => !isHere && entry?.isOnServer === true;

/** Models that the server of this page has: no other host is asked for them. */
function OnServer({ rows, speed }: Listed) {
  if (rows.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby="models-server">
      <h2 id="models-server">{modelsPageText.onThisServer}</h2>
      <p className={controls['secondary']}>{modelsPageText.aboutServer}</p>
      <ModelTable label={modelsPageText.onThisServer} rows={rows} speed={speed} />
    </section>
  );
}

/** Models whose files are here; the browser's own has a section to itself. */
const isLocal = ({ boundary, isBrowsers }: ModelView) => boundary === undefined && !isBrowsers;

function ServiceProblem() {
  const service = useHost((state) => state.service);
  return service.state === 'failed' ? <p className={controls['error']}>{service.reason}</p> : null;
}

/** What the loaded models take of the memory. */
function MemoryLine() {
  const slots = useHost((state) => state.status.slots);
  const memory = slots.reduce((sum, slot) => sum + slot.memoryBytes, 0);
  return (
    <p className={controls['secondary']}>
      {slots.length === 0
        ? modelsText.noneLoaded
        : modelsText.loaded(slots.length, formatBytes(memory))}
    </p>
  );
}

function Here({ rows, speed }: Listed) {
  return (
    <section className={styles['section']} aria-labelledby="models-here">
      <h2 id="models-here">{modelsPageText.onThisDevice}</h2>
      <DiskBar rows={rows} />
      <ModelTable label={modelsPageText.onThisDevice} rows={rows} speed={speed} />
      <MemoryLine />
    </section>
  );
}

function Available({ rows, speed }: Listed) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [isAll, setAll] = useState(false);
  const found = filterRows(rows, filter);
  const shown = isAll ? found : found.slice(0, SHOWN);
  return (
    <section className={styles['section']} aria-labelledby="models-available">
      <h2 id="models-available">{modelsText.toDownload}</h2>
      <p className={controls['secondary']}>{modelsText.aboutDownloads}</p>
      <ModelFilters rows={rows} filter={filter} onChange={setFilter} found={found.length} />
      <ModelTable label={modelsText.toDownload} rows={shown} speed={speed} />
      {shown.length < found.length && (
        <Button onClick={() => setAll(true)}>
          {modelsPageText.showMore(found.length - shown.length)}
        </Button>
      )}
      <AddModel />
    </section>
  );
}
