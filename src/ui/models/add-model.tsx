import { useState } from 'react';
import type { GgufFile } from '#contract/catalog-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Table } from '#ui/kit/table.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload } from '#ui/state/catalog.ts';
import { describeError } from '#ui/state/describe-error.ts';
import styles from './downloads.module.css';
import table from './models.module.css';

/** The form of a name on the hub, in every language. */
const NAME_FORM = 'owner/name';

/** Any model of the hub, by its name or the address of its page, or a GGUF file by its address. */
export function AddModel() {
  const { control } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly GgufFile[]>([]);
  async function add(name: string) {
    const id = await control((c) => c.addModel(name));
    await beginDownload(control, id);
    setAdded(id);
    setFiles([]);
    change({ name: '' });
  }
  const { values, isPending, change, field, form } = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      setProblem(null);
      setAdded(null);
      const found = await control((c) => c.listGgufFiles(name));
      setFiles(found);
      if (found.length === 0) await add(name);
    },
    report: (work) => work.catch((error: unknown) => setProblem(describeError(error))),
  });
  return (
    <form className={styles['add']} {...form}>
      <Field
        label={modelsText.otherModel}
        hint={modelFileText.addressHint}
        {...field('name')}
        placeholder={NAME_FORM}
        spellCheck={false}
        autoComplete="off"
      />
      <Button type="submit" isPending={isPending} disabled={values.name.trim() === ''}>
        {isPending ? modelsText.checking : modelsText.checkAndDownload}
      </Button>
      <p className={controls['secondary']} role="status">
        {added !== null && modelsText.addedToDownloads(added)}
        {files.length > 0 && modelFileText.chooseOne}
      </p>
      {problem !== null && <Problem text={problem} />}
      {files.length > 0 && (
        <GgufTable
          files={files}
          onChoose={async ({ address }) => {
            setProblem(null);
            await add(address).catch((error: unknown) => setProblem(describeError(error)));
          }}
        />
      )}
    </form>
  );
}

interface GgufTableProps {
  files: readonly GgufFile[];
  onChoose: (file: GgufFile) => Promise<void>;
}

/** The files of one model in several sizes. */
function GgufTable({ files, onChoose }: GgufTableProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Table
      className={`${table['table']} ${styles['choices']}`}
      aria-label={modelFileText.choices}
      columns={[
        modelsPageText.file,
        { name: modelsPageText.size, isNumber: true },
        { name: modelsPageText.actions, isHidden: true },
      ]}
    >
      {files.map((file) => (
        <tr key={file.name}>
          <th scope="row">{file.name}</th>
          <td className={controls['number']}>{formatBytes(file.bytes)}</td>
          <td>
            <Button
              size="small"
              isPending={chosen === file.name}
              disabled={chosen !== null && chosen !== file.name}
              aria-label={modelsText.actionOf(modelsText.download, file.name)}
              onClick={async () => {
                setChosen(file.name);
                await onChoose(file);
                setChosen(null);
              }}
            >
              {modelsText.download}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
