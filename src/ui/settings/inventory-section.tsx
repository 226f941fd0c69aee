import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { privacyText } from '#ui/messages/privacy.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { storageText } from '#ui/messages/storage.ts';
import { useServices } from '#ui/services.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { ClearDialog } from './clear-dialog.tsx';
import {
  CLEARABLE,
  type Clearable,
  deleteStored,
  isDeletable,
  isOfModels,
  listStored,
  MANAGED,
  type StoredThing,
} from './inventory.ts';
import styles from './privacy.module.css';

const GROUPS = ['folders', 'caches', 'preferences'] as const;
const ABOUT = {
  tables: 'deleteTable',
  folders: 'deleteFolder',
  caches: 'deleteCache',
  preferences: 'deletePreferences',
} as const satisfies Record<StoredThing['group'], keyof typeof privacyText>;

/** Every table, folder and cache with its size and age, and what deletes it. */
export function InventorySection() {
  const { storage } = useServices();
  const [things, setThings] = useState<readonly StoredThing[] | null>(null);
  const [clearing, setClearing] = useState<Clearable | null>(null);
  const [deleting, setDeleting] = useState<StoredThing | null>(null);
  const measure = useCallback(
    async (signal: AbortSignal) => {
      const found = await listStored(await storage, signal);
      if (!signal.aborted) setThings(found);
      return found;
    },
    [storage],
  );
  useEffect(() => {
    const controller = new AbortController();
    const follow = () =>
      void measure(controller.signal).catch(
        (error: unknown) => !controller.signal.aborted && reportError(error),
      );
    follow();
    const stop = onCleared(follow);
    return () => {
      stop();
      controller.abort();
    };
  }, [measure]);

  return (
    <section className={page['section']} aria-labelledby="inventory" aria-busy={!things}>
      <h2 id="inventory">{privacyText.inventory}</h2>
      <p className={controls['secondary']}>{privacyText.aboutInventory}</p>
      <Link href="/settings/data" className={buttonClass({ size: 'small' })}>
        {storageText.deleteEverything}…
      </Link>
      {things ? (
        <Things things={things} onClear={setClearing} onDelete={setDeleting} />
      ) : (
        <p className={controls['secondary']}>{storageText.measuring}</p>
      )}
      {clearing && <ClearDialog asked={clearing} onClose={() => setClearing(null)} />}
      {deleting && (
        <DeleteDialog thing={deleting} measure={measure} onClose={() => setDeleting(null)} />
      )}
    </section>
  );
}

interface ThingsProps {
  things: readonly StoredThing[];
  onClear: (kind: Clearable) => void;
  onDelete: (thing: StoredThing) => void;
}

function Things({ things, onClear, onDelete }: ThingsProps) {
  const tables = things.filter(({ group }) => group === 'tables');
  const kinds = [...new Set(tables.map(({ kind }) => kind))].filter((kind) => kind !== undefined);
  return (
    <Table
      className={styles['inventory']}
      caption={privacyText.inventory}
      columns={[
        privacyText.name,
        { name: privacyText.items, isNumber: true },
        { name: storageText.size, isNumber: true },
        { name: privacyText.from, isNumber: true },
        { name: privacyText.to, isNumber: true },
        { name: privacyText.lastUsed, isNumber: true },
        { name: storageText.actions, isHidden: true },
      ]}
    >
      {kinds.map((kind) => {
        const clearable = CLEARABLE.find((known) => known.kind === kind);
        return (
          <Group
            key={kind}
            id={kind}
            name={storageText[kind]}
            things={tables.filter((table) => table.kind === kind)}
            onDelete={onDelete}
            {...(clearable && { clear: () => onClear(clearable), clearable })}
          />
        );
      })}
      {GROUPS.map((group) => (
        <Group
          key={group}
          id={group}
          name={privacyText[group]}
          things={things.filter((thing) => thing.group === group)}
          onDelete={onDelete}
        />
      ))}
    </Table>
  );
}

interface GroupProps {
  id: string;
  name: string;
  things: readonly StoredThing[];
  onDelete: (thing: StoredThing) => void;
  clearable?: Clearable;
  clear?: () => void;
}

/** Its sums, its filled parts, and the names of the empty ones. */
function Group({ id, name, things, onDelete, clearable, clear }: GroupProps) {
  const filled = things.filter(({ items }) => items > 0);
  const empty = things.filter(({ items }) => items === 0);
  const sum = (of: 'items' | 'bytes') =>
    things.reduce((all, thing) => all + (thing.isPart ? 0 : thing[of]), 0);
  return (
    <>
      <tr className={styles['group']} data-stored={`group/${id}`}>
        <th scope="row">{name}</th>
        <td className={controls['number']}>{formatCount(sum('items'))}</td>
        <td className={controls['number']}>{formatSize(sum('bytes'))}</td>
        <td />
        <td />
        <td />
        <td className={styles['action']}>
          {clearable && filled.length > 0 && (
            <Button
              size="small"
              kind="danger"
              aria-label={settingsText.clearKind(settingsText[clearable.name])}
              onClick={clear}
            >
              {settingsText.clear}
            </Button>
          )}
        </td>
      </tr>
      {filled.map((thing) => (
        <Row key={thing.name} thing={thing} onDelete={onDelete} />
      ))}
      {empty.length > 0 && (
        <tr>
          <td colSpan={7} className={controls['secondary']}>
            {privacyText.empty}{' '}
            <code>{empty.map(({ name, title = name }) => title).join(' · ')}</code>
          </td>
        </tr>
      )}
    </>
  );
}

const formatSize = (bytes: number) => (bytes === 0 ? storageText.nothing : formatBytes(bytes));
const formatDate = (at: number | null) =>
  at === null ? '–' : new Date(at).toLocaleDateString(language(), { dateStyle: 'medium' });

function Row({ thing, onDelete }: { thing: StoredThing; onDelete: (thing: StoredThing) => void }) {
  const { group, name, title = name, items, bytes, oldestAt, newestAt, lastUsedAt, isPart } = thing;
  const manager = group === 'folders' && isOfModels(name) ? '/models' : MANAGED[name];
  return (
    <tr data-stored={`${group}/${name}`}>
      <th scope="row" className={isPart ? styles['part'] : undefined}>
        <code>{title}</code>
      </th>
      <td className={controls['number']}>{formatCount(items)}</td>
      <td className={controls['number']}>{formatSize(bytes)}</td>
      <td className={controls['number']}>{formatDate(oldestAt)}</td>
      <td className={controls['number']}>{formatDate(newestAt)}</td>
      <td className={controls['number']}>{formatDate(lastUsedAt)}</td>
      <td className={styles['action']}>
        {items > 0 && isDeletable(thing) && (
          <Button
            size="small"
            kind="danger"
            aria-label={privacyText.deleteNamed(title)}
            onClick={() => onDelete(thing)}
          >
            {privacyText.delete}
          </Button>
        )}
        {items > 0 && !isDeletable(thing) && manager && (
          <Link
            href={manager}
            className={buttonClass({ size: 'small' })}
            aria-label={privacyText.manageNamed(title)}
          >
            {privacyText.manage}
          </Link>
        )}
      </td>
    </tr>
  );
}

interface DeleteProps {
  thing: StoredThing;
  measure: (signal: AbortSignal) => Promise<StoredThing[]>;
  onClose: () => void;
}

/** Asks, deletes, measures again, and reports the rest. */
function DeleteDialog({ thing, measure, onClose }: DeleteProps) {
  const { database } = useServices();
  const [isPending, setPending] = useState(false);
  const { group, name, title = name } = thing;

  async function remove() {
    setPending(true);
    try {
      await deleteStored(database, thing);
      // Pages hold their preferences in memory, and would write them again.
      if (group === 'preferences') return location.reload();
      const left = await measure(new AbortController().signal);
      const again = left.find((other) => other.group === group && other.name === name);
      showToast({ text: privacyText[again && again.items > 0 ? 'notGone' : 'gone'](title) });
    } finally {
      onClose();
    }
  }

  return (
    <Dialog title={privacyText.deleteTitle(title)} onClose={onClose}>
      <p>{privacyText[ABOUT[group]]}</p>
      <div className={controls['row']}>
        <Button
          kind="danger"
          isPending={isPending}
          onClick={() => reportFailure(privacyText.notDeleted, remove())}
        >
          {privacyText.delete}
        </Button>
        <Button onClick={onClose}>{settingsText.cancel}</Button>
      </div>
    </Dialog>
  );
}
