import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { convertGguf } from '#gguf/convert-gguf.ts';
import { readAt } from './packages.ts';

/** Converts a GGUF file into the files of a repository, in a folder. @throws GgufError */
export async function convertInto(
  gguf: string,
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const file = await open(gguf, 'r');
  // Another type of weights may have been there before.
  await rm(join(folder, 'onnx'), { recursive: true, force: true });
  try {
    const { size } = await file.stat();
    const source = { size, read: (at: number, length: number) => readAt(file, at, length) };
    await convertGguf(source, {
      writeText: (path, text) => writeFile(join(folder, path), text),
      async open(path) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        const out = await open(join(folder, path), 'w');
        return {
          write: async (bytes) => {
            await out.write(bytes);
          },
          close: () => out.close(),
        };
      },
      onBytes: onProgress,
    });
  } finally {
    await file.close();
  }
}
