import { Link } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { Table } from '#ui/kit/table.tsx';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import own from './downloads.module.css';
import { ModelActions } from './model-actions.tsx';
import { ModelState } from './model-state.tsx';
import styles from './models.module.css';
import type { ModelRow } from './session/model-rows.ts';

/** Models whose files are not whole: downloads in their order with those that stopped, and conversions. */
export function Unfinished({ rows }: { rows: readonly ModelRow[] }) {
  return (
    <>
      <Queue
        id="downloads"
        title={modelsPageText.downloads}
        about={modelsPageText.aboutQueue}
        rows={rows.filter(({ entry }) => entry?.file === undefined)}
      />
      <Queue
        id="conversions"
        title={modelFileText.conversions}
        about={modelFileText.aboutConversions}
        rows={rows.filter(({ entry }) => entry?.file !== undefined)}
      />
    </>
  );
}

interface QueueProps {
  id: string;
  title: string;
  about: string;
  rows: readonly ModelRow[];
}

function Queue({ id, title, about, rows }: QueueProps) {
  if (rows.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={controls['secondary']}>{about}</p>
      <Table
        className={styles['table']}
        aria-label={title}
        columns={[
          modelsPageText.model,
          modelsPageText.progress,
          { name: modelsPageText.actions, isHidden: true },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.model.id}>
            <th scope="row">
              <Link href={`/models/${encodeURIComponent(row.model.id)}`} title={row.model.id}>
                {row.model.title}
              </Link>
            </th>
            <td className={own['wide']}>
              <ModelState row={row} />
            </td>
            <td>
              <ModelActions row={row} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
