import { Link } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { Table } from '#ui/kit/table.tsx';
import { modelsPageText } from '#ui/messages/models-page.ts';
import own from './downloads.module.css';
import { ModelActions } from './model-actions.tsx';
import { ModelState } from './model-state.tsx';
import styles from './models.module.css';
import type { ModelRow } from './session/model-rows.ts';

/** The queue of downloads in its order, and those that are paused or have failed. */
export function Downloads({ rows }: { rows: readonly ModelRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby="downloads">
      <h2 id="downloads">{modelsPageText.downloads}</h2>
      <p className={controls['secondary']}>{modelsPageText.aboutQueue}</p>
      <Table
        className={styles['table']}
        aria-label={modelsPageText.downloads}
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
