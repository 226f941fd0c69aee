import { useState } from 'react';
import type { StoredFile } from '#storage/chat-records.ts';
import { type Services, useServices } from '#ui/services.ts';
import { removeFile } from './chat-files.ts';

/** Files for the next message, and what could not be taken. */
export function useAttachments() {
  const services = useServices();
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function add(chosen: Iterable<File>) {
    setProblems([]);
    for (const file of chosen) {
      try {
        const stored = await take(services, file);
        if (stored) setFiles((before) => [...before, stored]);
      } catch (error) {
        setProblems((before) => [...before, (error as Error).message]);
      }
    }
  }

  function remove(id: string) {
    setFiles((before) => before.filter((file) => file.id !== id));
    removeFile(services.database, id).catch(reportError);
  }

  return {
    files,
    problems,
    add: (chosen: Iterable<File>) => void add(chosen).catch(reportError),
    remove,
    clear: () => {
      setFiles([]);
      setProblems([]);
    },
  };
}

/** Documents are read into the chat; pictures and sound wait for the message. */
async function take(services: Services, file: File): Promise<StoredFile | null> {
  // Nobody waits for this at the start: it comes with the first file.
  const { attachFile, mediaKind } = await import('./attach-files.ts');
  if (mediaKind(file) !== null) return attachFile(services, file);
  const { isDocument } = await import('#documents/read-document.ts');
  if (!isDocument(file.name)) return attachFile(services, file);
  const { addDocument } = await import('./add-document.ts');
  await addDocument(services, file);
  return null;
}
