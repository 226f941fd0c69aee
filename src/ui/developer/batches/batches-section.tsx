import type { BatchError } from '#contract/answers/batches-answer.ts';
import type { StoredBatch } from '#storage/api-file-records.ts';
import { isOpen } from '#storage/batches.ts';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDay } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Progress } from '#ui/kit/progress.tsx';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './batches.module.css';
import { FilesTable, useDownload } from './files-table.tsx';

/** Rows of each list. */
const SHOWN = 100;
/** Problems of a file of requests that are shown. */
const MAX_PROBLEMS = 3;

/** Batches and files of all keys: how far they are, their downloads, and how to end them. All live. */
export function BatchesSection() {
  const { database } = useServices();
  const batches = useWatched(() => database.batches.toArray(), 'batches');
  const files = useWatched(() => database.apiFiles.toArray(), 'apiFiles');
  const names = useKeyNames(batches?.length ?? 0);
  const nameOf = (id: string) => names.get(id) ?? developerText.revokedKey;
  return (
    <>
      <section className={page['section']} aria-labelledby="batches">
        <h2 id="batches">{developerText.batches}</h2>
        <p className={controls['secondary']}>{developerText.aboutBatches}</p>
        {batches?.length === 0 && (
          <p className={controls['secondary']}>{developerText.noBatches}</p>
        )}
        {batches !== null && batches.length > 0 && (
          <div className={controls['scroll']}>
            <Table
              caption={developerText.batches}
              columns={[
                developerText.created,
                developerText.key,
                developerText.requests,
                developerText.status,
                { name: developerText.actions, isHidden: true },
              ]}
            >
              {newest(batches).map((batch) => (
                <BatchRow key={batch.id} batch={batch} keyName={nameOf(batch.keyId)} />
              ))}
            </Table>
          </div>
        )}
      </section>
      <section className={page['section']} aria-labelledby="files">
        <h2 id="files">{developerText.files}</h2>
        {files?.length === 0 && <p className={controls['secondary']}>{developerText.noFiles}</p>}
        {files !== null && files.length > 0 && <FilesTable files={newest(files)} nameOf={nameOf} />}
      </section>
    </>
  );
}

const newest = <T extends { at: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.at - a.at).slice(0, SHOWN);

function BatchRow({ batch, keyName }: { batch: StoredBatch; keyName: string }) {
  const { control } = useServices();
  const download = useDownload();
  const { id, at, endpoint, model, status, total, completed, failed } = batch;
  const done = completed + failed;
  const cancel = () => control((c) => c.cancelBatch(id));
  return (
    <tr>
      <td>{formatDay(at, Date.now())}</td>
      <td>{keyName}</td>
      <td>
        <span className={styles['what']}>
          <code>{endpoint}</code>
          {model !== null && <span className={controls['secondary']}>{model}</span>}
        </span>
      </td>
      <td>
        <span className={styles['state']}>
          <span>
            {developerText[status]}
            {total > 0 && ` · ${developerText.counts(formatCount(done), formatCount(total))}`}
            {failed > 0 && ` · ${developerText.failedCount(failed)}`}
          </span>
          {status === 'in_progress' && (
            <Progress
              label={developerText.progressOf(id)}
              value={total > 0 ? done / total : null}
            />
          )}
          {problemsOf(batch).map(({ line, message }) => (
            <span key={`${line} ${message}`} className={controls['secondary']}>
              {line === null ? message : developerText.lineProblem(formatCount(line), message)}
            </span>
          ))}
        </span>
      </td>
      <td>
        <div className={controls['row']}>
          {(status === 'in_progress' || status === 'validating') && (
            <Button
              size="small"
              aria-label={developerText.cancelBatch(id)}
              onClick={() => reportFailure(developerText.notCancelled, cancel())}
            >
              {developerText.cancel}
            </Button>
          )}
          {!isOpen(status) && batch.outputFileId !== null && (
            <Button
              size="small"
              aria-label={developerText.downloadAnswers(id)}
              onClick={() => download(batch.outputFileId ?? '', `${id}_output.jsonl`)}
            >
              {developerText.answers}
            </Button>
          )}
          {!isOpen(status) && batch.errorFileId !== null && (
            <Button
              size="small"
              aria-label={developerText.downloadErrors(id)}
              onClick={() => download(batch.errorFileId ?? '', `${id}_error.jsonl`)}
            >
              {developerText.errorLines}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** The first problems of a file of requests; none for a damaged row. */
function problemsOf({ errorsJson }: StoredBatch): BatchError[] {
  try {
    const errors = errorsJson === null ? [] : (JSON.parse(errorsJson) as BatchError[]);
    return errors.slice(0, MAX_PROBLEMS);
  } catch {
    return [];
  }
}
