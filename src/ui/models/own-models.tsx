import { useStore } from 'zustand';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { chosenTree } from '#ui/kit/dropped-files.ts';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Table } from '#ui/kit/table.tsx';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useSession } from '#ui/services.ts';
import { useCatalog } from '#ui/state/catalog.ts';
import styles from './models.module.css';
import own from './own-models.module.css';
import type { FoundModel } from './session/find-model-files.ts';
import { ModelFilesSession } from './session/model-files-session.ts';

/** Models that a person has as files: choosing one, or one of a folder. */
export function OwnModels() {
  const session = useSession(ModelFilesSession);
  const { step, found, added, problem } = useStore(session.state);
  const entry = useCatalog(({ entries }) => entries?.find(({ model }) => model.id === added));
  const isBusy = step !== 'idle';
  const take = (files: File[]) => void session.take(chosenTree(files));
  return (
    <section className={styles['section']} aria-labelledby="models-own">
      <h2 id="models-own">{modelFileText.title}</h2>
      <p className={controls['secondary']}>{modelFileText.about}</p>
      <div className={controls['row']}>
        {/* Any file: blobs of Ollama have no ending. */}
        <FilePicker label={modelFileText.chooseFile} isMultiple={false} onFiles={take}>
          {(open) => (
            <Button onClick={open} disabled={isBusy}>
              {modelFileText.chooseFile}
            </Button>
          )}
        </FilePicker>
        <FilePicker label={modelFileText.chooseFolder} isFolder onFiles={take}>
          {(open) => (
            <Button onClick={open} disabled={isBusy}>
              {modelFileText.chooseFolder}
            </Button>
          )}
        </FilePicker>
        <span className={controls['secondary']} role="status">
          {step === 'reading' && modelFileText.reading}
          {step === 'searching' && modelFileText.readingFolder}
          {step === 'idle' && entry && noteOf(entry)}
        </span>
      </div>
      {problem !== null && <Problem text={problem} />}
      {found && <FoundTable found={found} />}
      <details className={own['where']}>
        <summary>{modelFileText.whereFolders}</summary>
        <ul className={controls['secondary']}>
          <li>{modelFileText.whereLmStudio}</li>
          <li>{modelFileText.whereOllama}</li>
          <li>{modelFileText.whereHub}</li>
          <li>{modelFileText.hiddenFolders}</li>
        </ul>
      </details>
    </section>
  );
}

/** What became of the last file; a failure is shown with the model. */
function noteOf({ model, state }: CatalogEntry): string | null {
  if (state.kind === 'ready') return modelFileText.isHere(model.title);
  return state.kind === 'failed' ? null : modelFileText.added(model.title);
}

function FoundTable({ found }: { found: readonly FoundModel[] }) {
  const session = useSession(ModelFilesSession);
  const isBusy = useStore(session.state, ({ step }) => step !== 'idle');
  const title = modelFileText.found(found.length);
  return (
    <>
      <Table
        className={`${styles['table']} ${own['found']}`}
        aria-label={title}
        columns={[
          title,
          modelFileText.place,
          { name: modelsPageText.size, isNumber: true },
          { name: modelsPageText.actions, isHidden: true },
        ]}
      >
        {found.map((model) => (
          <tr key={`${model.place}/${model.name}`}>
            <th scope="row">{model.name}</th>
            <td>{model.place}</td>
            <td className={controls['number']}>{formatBytes(model.file.size)}</td>
            <td>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={modelsText.actionOf(modelFileText.convert, model.name)}
                onClick={() => void session.convert(model)}
              >
                {modelFileText.convert}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <Button kind="quiet" size="small" onClick={() => session.closeList()}>
        {modelFileText.close}
      </Button>
    </>
  );
}
