import type { Chosen } from '#storage/backup/chosen.ts';

type Save = (chosen: Chosen, name: string) => Promise<void>;

let save: Save = async () => {};

/** Sets what exports chosen things: a part of Settings, which other pages do not know. */
export function onChosenExport(saveChosen: Save): void {
  save = saveChosen;
}

/** Saves chosen things with all that belongs to them, as a file `name` that Alcove imports; a toast says what became of it. */
export const exportChosen: Save = (chosen, name) => save(chosen, name);

export type AddFiles = (files: readonly File[]) => void;
type Import = (files: readonly File[], addElsewhere?: AddFiles) => void;

let importOffered: Import = () => {};

/** Sets what imports files: a part of Settings, which other pages do not know. */
export function onOfferedFiles(importFiles: Import): void {
  importOffered = importFiles;
}

/**
 * Imports files that were dropped or chosen on a page, where they are for that.
 * @param addElsewhere takes those in which the import finds nothing
 */
export function offerFiles(files: readonly File[], addElsewhere?: AddFiles): void {
  if (files.length > 0) importOffered(files, addElsewhere);
}
