import { catalogue } from './catalogue.ts';

/** A backup that waits for the person: asked on any page. */
export const backupDueText = catalogue('backup-due', {
  isDue: (folder: string) =>
    `A backup into “${folder}” is due. The browser asks you before it writes.`,
  backUpNow: 'Back up now',
});
