import { useEffect, useState } from 'react';
import type { ModelFileView } from '#contract/catalog-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Table } from '#ui/kit/table.tsx';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useServices } from '#ui/services.ts';
import { refreshCatalog } from '#ui/state/catalog.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { saveFile } from '#ui/state/save-file.ts';
import own from './downloads.module.css';
import styles from './models.module.css';

/** How the files of packs end. */
const PACK_ENDING = '.alcovepack';

interface ModelFilesProps {
  id: string;
  /** Whether they were converted from a person's file. */
  isOwn: boolean;
}

/** The stored files of a model with their hashes, and a button that reads them again. */
export function ModelFiles({ id, isOwn }: ModelFilesProps) {
  const { control } = useServices();
  const [files, setFiles] = useState<readonly ModelFileView[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [check, setCheck] = useState<'none' | 'running' | 'passed' | 'packing'>('none');
  useEffect(() => {
    let isMounted = true;
    control((c) => c.listModelFiles(id)).then(
      (found) => isMounted && setFiles(found),
      (error) => isMounted && setProblem(describeError(error)),
    );
    return () => {
      isMounted = false;
    };
  }, [control, id]);

  async function start() {
    setCheck('running');
    setProblem(null);
    try {
      const isSound = await control((c) => c.checkModelFiles(id));
      setCheck(isSound ? 'passed' : 'none');
      await refreshCatalog(control);
    } catch (error) {
      setCheck('none');
      setProblem(describeError(error));
    }
  }

  async function savePack() {
    setCheck('packing');
    setProblem(null);
    try {
      const pack = await control((c) => c.packModels([id]));
      saveFile(`${id.replaceAll('/', '-')}${PACK_ENDING}`, pack);
    } catch (error) {
      setProblem(describeError(error));
    }
    setCheck('none');
  }

  return (
    <section aria-labelledby="files" className={styles['section']}>
      <h2 id="files">{modelsPageText.files}</h2>
      <p className={controls['secondary']}>
        {isOwn ? modelFileText.aboutFiles : modelsPageText.aboutFiles}
      </p>
      <div className={controls['row']}>
        <Button isPending={check === 'running'} onClick={start}>
          {modelsPageText.checkFiles}
        </Button>
        <Button isPending={check === 'packing'} onClick={savePack}>
          {modelFileText.savePack}
        </Button>
        <span className={controls['secondary']} role="status">
          {check === 'running' && modelsPageText.checkingFiles}
          {check === 'packing' && modelFileText.makingPack}
          {check === 'passed' &&
            (isOwn ? modelFileText : modelsPageText).filesPassed(files?.length ?? 0)}
        </span>
      </div>
      {problem !== null && <Problem text={problem} />}
      <p className={controls['secondary']}>{modelFileText.aboutPack}</p>
      {files && files.length > 0 && <FileTable files={files} isOwn={isOwn} />}
    </section>
  );
}

function FileTable({ files, isOwn }: { files: readonly ModelFileView[]; isOwn: boolean }) {
  const { hashComputed } = isOwn ? modelFileText : modelsPageText;
  return (
    <Table
      className={`${styles['table']} ${own['files']}`}
      aria-label={modelsPageText.files}
      columns={[
        modelsPageText.file,
        { name: modelsPageText.size, isNumber: true },
        modelsPageText.hash,
        modelsPageText.verified,
      ]}
    >
      {files.map(({ path, bytes, sha256, isFromHub }) => (
        <tr key={path}>
          <th scope="row">{path}</th>
          <td className={controls['number']}>{formatBytes(bytes)}</td>
          <td>
            <code>{sha256}</code>
          </td>
          <td>{isFromHub ? modelsPageText.hashFromHub : hashComputed}</td>
        </tr>
      ))}
    </Table>
  );
}
