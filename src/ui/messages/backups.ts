import { catalogue, plural } from './catalogue.ts';

/** Encrypted exports and backups into a folder: a part of Settings. */
export const backupsText = catalogue('backups', {
  exportEncrypted: 'Export with a passphrase…',
  encryptedTitle: 'Export with a passphrase',
  aboutPassphrase:
    'Everything is encrypted into one file that only this passphrase opens, here and in any other browser. Nobody can recover a forgotten passphrase. Several words are easier to remember and harder to guess than a short one with signs.',
  passphrase: 'Passphrase',
  repeat: 'Repeat the passphrase',
  tooShort: (min: string) => `Enter at least ${min} characters.`,
  notTheSame: 'The two are not the same.',
  export: 'Export',
  openTitle: 'This backup is encrypted',
  openAbout: (name: string) => `Enter the passphrase that “${name}” was made with.`,
  open: 'Import',
  wrong: 'This is not the passphrase that the backup was made with.',
  cancel: 'Cancel',
  last: (name: string, when: string, size: string) =>
    `Last export: “${name}”, ${when}, ${size}, verified.`,
  lastEncrypted: (name: string, when: string, size: string) =>
    `Last export: “${name}”, ${when}, ${size}, encrypted, verified.`,
  noneYet: 'Nothing was exported in this browser yet.',
  grown: (count: number) =>
    plural(count, {
      one: '# of them got new messages.',
      other: '# of them got new messages.',
    }),
  folder: 'Backups into a folder',
  folderNotShown: 'The backups into a folder could not be shown.',
  aboutFolder:
    'Alcove writes a new backup into a folder of your choice while it is open, reads it again, and only then deletes older ones of its own. The last three stay.',
  choose: 'Choose folder…',
  change: 'Change…',
  chooseTitle: 'Backups into a folder',
  every: 'How often',
  daily: 'Every day',
  weekly: 'Every week',
  encrypt: 'Encrypt with a passphrase',
  start: 'Choose folder',
  into: (folder: string) => `Into “${folder}”`,
  folderGone: 'The folder can no longer be used. Choose it again.',
  backUpNow: 'Back up now',
  stop: 'Stop backups',
  stopped: 'Backups stopped. The files in the folder stay.',
  notChosen: 'The folder was not set up',
  notStopped: 'The backups were not stopped',
  lastGood: (name: string, when: string, size: string) =>
    `Last good backup: “${name}”, ${when}, ${size}, verified.`,
  lastGoodEncrypted: (name: string, when: string, size: string) =>
    `Last good backup: “${name}”, ${when}, ${size}, encrypted, verified.`,
  noGood: 'No backup is in the folder yet.',
  failed: (when: string, reason: string) => `The backup of ${when} failed. ${reason}`,
  isDue: (folder: string) =>
    `A backup into “${folder}” is due. The browser asks you before it writes.`,
  backedUp: (name: string) => `“${name}” was written and verified.`,
});
