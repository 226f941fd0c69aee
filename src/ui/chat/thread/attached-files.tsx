import { useEffect, useState } from 'react';
import type { StoredFile } from '#storage/chat-records.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import styles from './messages.module.css';

/** Pictures and recordings that went with a message. */
export function AttachedFiles({ ids }: { ids: readonly string[] }) {
  const chat = useConversation();
  const [files, setFiles] = useState<{ file: StoredFile; url: string }[]>([]);
  const wanted = ids.join(' ');

  useEffect(() => {
    let urls: string[] = [];
    let mounted = true;
    const list = wanted === '' ? [] : wanted.split(' ');
    Promise.all(list.map((id) => chat.rows.file(id))).then((found) => {
      const shown = found
        .filter((file) => file !== undefined)
        .map((file) => ({ file, url: URL.createObjectURL(file.data) }));
      urls = shown.map(({ url }) => url);
      if (mounted) setFiles(shown);
      else for (const url of urls) URL.revokeObjectURL(url);
    }, reportError);
    return () => {
      mounted = false;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [chat, wanted]);

  if (files.length === 0) return null;
  return (
    <ul className={styles['files']}>
      {files.map(({ file, url }) => (
        <li key={file.id}>
          {file.type.startsWith('image/') ? (
            <img src={url} alt={file.name} />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: a person's own recording, which has no captions.
            <audio controls src={url} aria-label={file.name} />
          )}
        </li>
      ))}
    </ul>
  );
}
