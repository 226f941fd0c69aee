type Import = (files: readonly File[]) => void;

let start: Import = () => {};

/** Sets what imports files: a part of Settings, which other pages do not know. */
export function onOfferedFiles(importFiles: Import): void {
  start = importFiles;
}

/** Imports files that were dropped or chosen on a page, where they are for that. */
export function offerFiles(files: readonly File[]): void {
  if (files.length > 0) start(files);
}
