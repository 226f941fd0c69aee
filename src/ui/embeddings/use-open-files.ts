import { useState } from 'react';
import { type InputFile, requireVectorFor } from '#documents/input-file.ts';
import { joinFiles, type ReadFile } from '#ui/embeddings/session/join-files.ts';
import type { TextSet } from '#ui/embeddings/session/text-set.ts';
import { useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { documentsText } from '#ui/messages/documents.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeError, describeFilesWith } from '#ui/state/describe-error.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';

describeFilesWith(documentsText);

/** Names of files that hold texts or vectors. */
export const EXTENSIONS = ['.txt', '.md', '.csv', '.tsv', '.jsonl', '.ndjson', '.npy'];

export const isTextFile = ({ name }: Pick<File, 'name'>) =>
  EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));

/** A file whose texts have to be chosen, for the set that was open when it was read. */
export interface OpenedFile {
  file: InputFile;
  /** Its name in full. */
  source: string;
  /** Whether it is several files as one table. */
  isJoined: boolean;
  set: TextSet;
}

/** Reads files: vectors are shown, `opened` is a file whose texts have to be chosen. */
export function useOpenFiles() {
  const set = useTextSet();
  const [opened, setOpened] = useState<OpenedFile | null>(null);

  async function readOne(chosen: File) {
    const { openInput } = await import('#documents/open-document.ts');
    const file = await openInput(chosen);
    if (file.kind !== 'vectors') {
      setOpened({ file, source: chosen.name, isJoined: false, set });
      return;
    }
    const { input } = set.state.getState();
    requireVectorFor(file.vectors, input.texts.length);
    await set.showVectors(input, file.vectors, chosen.name, file.vectors.note);
  }

  async function readAll(chosen: readonly File[]) {
    const { openInput } = await import('#documents/open-document.ts');
    const read: ReadFile[] = [];
    const problems: string[] = [];
    for (const file of chosen) {
      try {
        const input = await openInput(file);
        if (input.kind === 'vectors') problems.push(embeddingsText.vectorsAlone(file.name));
        else read.push({ name: file.name, input });
      } catch (error) {
        problems.push(describeError(error));
      }
    }
    if (problems.length > 0)
      showToast({ text: embeddingsText.filesNotRead(problems.length, problems[0] ?? '') });
    if (read.length > 0) setOpened({ file: joinFiles(read), source: '', isJoined: true, set });
  }

  return {
    // A set that is shown no more takes no texts.
    opened: opened?.set === set ? opened : null,
    close: () => setOpened(null),
    open(chosen: readonly File[]) {
      const [first] = chosen;
      if (!first) return;
      if (chosen.length === 1)
        reportFailure(embeddingsText.fileNotRead(first.name), readOne(first));
      else
        reportFailure(
          embeddingsText.fileNotRead(embeddingsText.countFiles(chosen.length)),
          readAll(chosen),
        );
    },
  };
}
