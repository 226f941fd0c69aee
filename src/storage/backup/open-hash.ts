import { createSHA256, type IHasher } from 'hash-wasm';
import { BackupError } from './format.ts';

/** A hash of bytes that come in pieces. @throws BackupError where WebAssembly is switched off. */
export function openHash(): Promise<IHasher> {
  return createSHA256().catch((error: unknown) => {
    throw new BackupError(
      'This browser does not run WebAssembly, which checks exported files. Allow it for this site, reload, and try again. The stored data is unchanged.',
      { cause: error },
    );
  });
}
