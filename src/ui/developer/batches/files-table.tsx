import { useState } from 'react';
import type { ApiFile } from '#storage/api-file-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatBytes, formatDay } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './batches.module.css';

/** Saves a file of `/v1/files` under a name; its bytes are read by the browser, not by the page. */
export function useDownload(): (id: string, name: string) => void {
  const { database } = useServices();
  return (id, name) => {
    const save = async () => {
      const row = await database.apiFileData.get(id);
      if (!row) throw new Error(developerText.fileGone);
      saveFile(name, row.data);
    };
    reportFailure(developerText.notDownloaded, save());
  };
}

interface FilesTableProps {
  files: readonly ApiFile[];
  nameOf: (keyId: string) => string;
}

export function FilesTable({ files, nameOf }: FilesTableProps) {
  return (
    <div className={controls['scroll']}>
      <Table
        caption={developerText.files}
        columns={[
          developerText.name,
          developerText.purpose,
          { name: developerText.fileSize, isNumber: true },
          developerText.key,
          developerText.created,
          developerText.expires,
          { name: developerText.actions, isHidden: true },
        ]}
      >
        {files.map((file) => (
          <FileRow key={file.id} file={file} keyName={nameOf(file.keyId)} />
        ))}
      </Table>
    </div>
  );
}

function FileRow({ file, keyName }: { file: ApiFile; keyName: string }) {
  const { control } = useServices();
  const download = useDownload();
  const [isAsked, setAsked] = useState(false);
  const { id, name, purpose, bytes, at, expiresAt } = file;
  async function remove() {
    setAsked(false);
    if (!(await control((c) => c.deleteFile(id)))) throw new Error(developerText.inUse);
  }
  return (
    <tr>
      <td className={styles['name']} dir="auto">
        {name}
      </td>
      <td>{purpose}</td>
      <td className={controls['number']}>{formatBytes(bytes)}</td>
      <td>{keyName}</td>
      <td>{formatDay(at, Date.now())}</td>
      <td>
        {expiresAt === null
          ? developerText.never
          : new Date(expiresAt).toLocaleDateString(language(), { day: 'numeric', month: 'short' })}
      </td>
      <td>
        <div className={controls['row']}>
          <Button
            size="small"
            aria-label={developerText.downloadFile(name)}
            onClick={() => download(id, name)}
          >
            {developerText.download}
          </Button>
          <Button
            kind="danger"
            size="small"
            aria-label={developerText.deleteFile(name)}
            onClick={() => setAsked(true)}
          >
            {developerText.delete}
          </Button>
        </div>
        {isAsked && (
          <Dialog title={developerText.deleteTitle(name)} onClose={() => setAsked(false)}>
            <p>{developerText.deleteWarning}</p>
            <div className={controls['row']}>
              <Button
                kind="danger"
                onClick={() => reportFailure(developerText.notDeleted, remove())}
              >
                {developerText.delete}
              </Button>
              <Button onClick={() => setAsked(false)}>{developerText.cancel}</Button>
            </div>
          </Dialog>
        )}
      </td>
    </tr>
  );
}
