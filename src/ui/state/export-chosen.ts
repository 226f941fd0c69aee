import type { Chosen } from '#storage/backup/chosen.ts';

type Save = (chosen: Chosen, name: string) => Promise<void>;

let save: Save = async () => {};

/** Sets what exports chosen things: a part of Settings, which other pages do not know. */
export function onChosenExport(saveChosen: Save): void {
  save = saveChosen;
}

/** Saves chosen things with all that belongs to them, as a file `name` that Alcove imports; a toast says what became of it. */
export const exportChosen: Save = (chosen, name) => save(chosen, name);

/** A title as a file name. */
export const plainName = (title: string): string =>
  title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chat';
