import { useState } from 'react';
import { type InputFile, requireVectorFor } from '#documents/input-file.ts';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';

/** Reads a file: vectors are shown, `file` is one whose texts have to be chosen. */
export function useOpenFile() {
  const embeddings = useEmbeddingSession();
  const [file, setFile] = useState<InputFile | null>(null);

  async function read(chosen: File) {
    // Loaded with the first file.
    const { openInput } = await import('#documents/open-document.ts');
    const opened = await openInput(chosen);
    if (opened.kind !== 'vectors') {
      setFile(opened);
      return;
    }
    const { input } = embeddings.state.getState();
    requireVectorFor(opened.vectors, input.texts.length);
    await embeddings.showVectors(input, opened.vectors, chosen.name, opened.vectors.note);
  }

  return {
    file,
    close: () => setFile(null),
    open(chosen: File | undefined) {
      if (chosen) reportFailure(embeddingsText.fileNotRead(chosen.name), read(chosen));
    },
  };
}
