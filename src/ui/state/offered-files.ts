export type AddFiles = (files: readonly File[]) => void;
type Import = (files: readonly File[], addElsewhere?: AddFiles) => void;

let start: Import = () => {};

/** Sets what imports files: a part of Settings, which other pages do not know. */
export function onOfferedFiles(importFiles: Import): void {
  start = importFiles;
}

/**
 * Imports files that were dropped or chosen on a page, where they are for that.
 * @param addElsewhere takes those in which the import finds nothing
 */
export function offerFiles(files: readonly File[], addElsewhere?: AddFiles): void {
  if (files.length > 0) start(files, addElsewhere);
}
