import { Link } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount, languageName } from '#ui/kit/format.ts';
import { Guard } from '#ui/kit/guard.tsx';
import { Table } from '#ui/kit/table.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { summaryText } from '#ui/messages/dictionary.ts';
import { kitText } from '#ui/messages/kit.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import type { Speed } from '#ui/model-offer/use-speed.ts';
import { useMeasuredSpeed } from '#ui/state/measured-speed.ts';
import { describeFit, taskName } from './describe-model.ts';
import { ModelActions } from './model-actions.tsx';
import { ModelState } from './model-state.tsx';
import styles from './models.module.css';
import type { FitLevel, ModelRow } from './session/model-rows.ts';

interface ModelTableProps {
  label: string;
  rows: readonly ModelRow[];
  speed: Speed;
}

/** Models in rows; on a phone each row is a card. */
export function ModelTable({ label, rows, speed }: ModelTableProps) {
  if (rows.length === 0) return <p className={controls['secondary']}>{modelsPageText.noneFound}</p>;
  return (
    <Table
      className={styles['table']}
      aria-label={label}
      columns={[
        modelsPageText.model,
        modelsPageText.task,
        modelsPageText.size,
        modelsPageText.fit,
        modelsPageText.speed,
        modelsPageText.languages,
        modelsPageText.licence,
        { name: modelsPageText.actions, isHidden: true },
      ]}
    >
      {rows.map((row) => (
        <Guard key={row.model.id} title={kitText.notShown(row.model.id)} resetKey={row.entry}>
          <Row row={row} speed={speed(row)} />
        </Guard>
      ))}
    </Table>
  );
}

function Row({ row, speed }: { row: ModelRow; speed: number | null }) {
  const { model, entry, rank } = row;
  const bytes = formatBytes(model.downloadBytes);
  const measured = useMeasuredSpeed((speeds) => speeds[model.id]);
  return (
    <tr className={entry === null ? styles['builtIn'] : undefined}>
      <th scope="row">
        <Link href={`/models/${encodeURIComponent(model.id)}`} title={model.id}>
          {model.title}
        </Link>
        {rank < Infinity && entry?.state.kind === 'available' && (
          <span className={styles['badge']}>{modelsPageText.suggested}</span>
        )}
        {entry === null && <span className={styles['badge']}>{modelsPageText.builtIn}</span>}
        <p>{summaryText(model.summary)}</p>
        <ModelState row={row} />
      </th>
      <td data-label={modelsPageText.task}>{taskName(model.task)}</td>
      <td data-label={modelsPageText.size} className={styles['number']}>
        {entry === null || entry.isMeasured ? bytes : chatText.about(bytes)}
      </td>
      <td data-label={modelsPageText.fit}>
        <FitCell row={row} speed={measured ?? speed} />
      </td>
      <td
        data-label={modelsPageText.speed}
        className={styles['number']}
        title={measured === undefined ? modelsPageText.estimated : modelsPageText.measuredHere}
      >
        {describeSpeed(measured, speed)}
      </td>
      <td data-label={modelsPageText.languages}>{describeLanguages(model.languages)}</td>
      <td data-label={modelsPageText.licence} className={styles['whole']}>
        {model.licence}
      </td>
      <td>
        <ModelActions row={row} />
      </td>
    </tr>
  );
}

const LEVELS: Record<FitLevel, 'fitsYes' | 'fitsTight' | 'fitsNo' | 'fitsUnknown'> = {
  yes: 'fitsYes',
  tight: 'fitsTight',
  no: 'fitsNo',
  unknown: 'fitsUnknown',
};

/** Tokens a second below which an answer takes minutes. */
const SLOW = 3;

/** One word, with the full sentence as a tooltip. */
function FitCell({ row: { fit, level }, speed }: { row: ModelRow; speed: number | null }) {
  const isGpu = fit?.reason === 'no-webgpu';
  if (level !== 'no' && speed !== null && Math.round(speed) < SLOW) {
    return <span className={styles['tight']}>{modelsPageText.slow}</span>;
  }
  return (
    <span className={styles[level]} title={fit ? describeFit(fit) : undefined}>
      {isGpu ? modelsPageText.needsWebGpu : modelsPageText[LEVELS[level]]}
    </span>
  );
}

/** Local measurements take precedence over estimates. */
function describeSpeed(measured: number | undefined, estimated: number | null): string | null {
  if (measured !== undefined) return modelsPageText.measured(formatCount(Math.round(measured)));
  return estimated === null ? null : modelsPageText.tokensPerSecond(roundSpeed(estimated));
}

/** Two digits: an estimate is not more precise. */
export function roundSpeed(speed: number): number {
  return speed >= 10 ? Math.round(speed / 5) * 5 : Math.max(1, Math.round(speed));
}

function describeLanguages(languages: readonly string[]): string {
  if (languages.length > 2) return modelsPageText.multilingual(languages.length);
  return languages.map(languageName).join(', ');
}
