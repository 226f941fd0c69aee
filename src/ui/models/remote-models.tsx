import { Link } from 'wouter';
import type { ModelView } from '#contract/model-view.ts';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { providersText } from '#ui/messages/providers.ts';
import { taskName } from './describe-model.ts';
import styles from './models.module.css';

/** Models of providers that a rule lets answer, with the place they answer at. */
export function RemoteModels({ models }: { models: readonly ModelView[] }) {
  return (
    <section className={styles['section']} aria-labelledby="models-beyond">
      <h2 id="models-beyond">{providersText.beyond}</h2>
      <p className={controls['secondary']}>
        {providersText.aboutBeyond} <Link href="/settings/providers">{providersText.settings}</Link>
      </p>
      <Table
        className={styles['table']}
        aria-label={providersText.beyond}
        columns={[
          modelsPageText.model,
          modelsPageText.task,
          providersText.boundary,
          providersText.contextTokens,
        ]}
      >
        {models.map(({ id, title, task, boundary = 'device', contextTokens }) => (
          <tr key={id}>
            <th scope="row">
              {title}
              <p>
                <code>{id}</code>
              </p>
            </th>
            <td data-label={modelsPageText.task}>{taskName(task)}</td>
            <td data-label={providersText.boundary}>{providersText[boundary]}</td>
            <td data-label={providersText.contextTokens} className={styles['number']}>
              {formatCount(contextTokens)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
