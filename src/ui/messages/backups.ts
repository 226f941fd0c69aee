import { catalogue, plural } from './catalogue.ts';

/** Encrypted exports and backups into a folder: a part of Settings. */
export const backupsText = catalogue('backups', {
  exportEncrypted: 'Export with a passphrase…',
  encryptedTitle: 'Export with a passphrase',
  aboutPassphrase:
    'Everything is encrypted into one file that only this passphrase opens, here and in any other browser. Nobody can recover a forgotten passphrase. Several words are easier to remember than symbols and harder to guess.',
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
  filesSkipped: (count: number) =>
    plural(count, {
      one: '# file of the archive could not be read.',
      other: '# files of the archive could not be read.',
    }),
  transcriptsAdded: (added: number, present: string) =>
    plural(added, {
      one: `Imported # transcript, ${present} already here.`,
      other: `Imported # transcripts, ${present} already here.`,
    }),
  projectsAdded: (added: number, present: string) =>
    plural(added, {
      one: `Imported # project, ${present} already here.`,
      other: `Imported # projects, ${present} already here.`,
    }),
  show: 'Show',
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

/** Moving to another device: a part of Settings. */
export const moveText = catalogue('move', {
  title: 'Move to another device',
  notShown: 'Moving to another device could not be shown.',
  about:
    'Everything you made goes straight from this browser to another one, encrypted, and is added to its data. Nothing is overwritten, and nothing is deleted here.',
  offline:
    'Offline mode is on: nothing is sent to another device. Turn it off in Settings, Privacy, or use an export.',
  send: 'Send from this device',
  receive: 'Receive on this device',
  cancel: 'Cancel',
  close: 'Close',
  preparing: 'Collecting your data…',
  preparingOf: (done: string, total: string) => `Collecting your data… ${done} of ${total}`,
  aboutCode:
    'Open this address on the other device, choose Settings, Data, “Receive on this device”, and enter these words. They work once, for ten minutes.',
  waiting: 'Waiting for the other device…',
  copyCode: 'Copy the words',
  enterCode: 'Words that the other device shows',
  enterHint: 'Five words; the first four letters of each are enough.',
  noCode: 'Enter the five words as the other device shows them.',
  connect: 'Connect',
  connecting: 'Connecting…',
  withoutServer: 'Without a server: exchange two texts',
  aboutSendText:
    'The server of this page lets no devices meet, so you carry two texts. On the other device choose “Receive on this device” and enter the words and this text. Then paste the text that it shows.',
  aboutReceiveText: 'Enter the words and the text that the other device shows.',
  aboutReply: 'Paste this text on the other device, and leave this page open.',
  allThere:
    'The connection broke after everything had arrived. If the other device says that items were added, paste the receipt that it shows here. If it does not, exchange these texts.',
  textForOther: 'Text for the other device',
  textOfOther: 'Text of the other device',
  copyText: 'Copy the text',
  next: 'Next',
  moving: 'Moving…',
  moved: (done: string, total: string) => `${done} of ${total}`,
  rate: (rate: string, left: string) => `${rate} a second, about ${left} left`,
  direct: 'Directly between the two devices',
  throughServer:
    'Through the server of this page, which cannot read it, as the network hides the devices from each other',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  pausedThere: 'Paused at the other device',
  cut: 'The connection was interrupted. Connecting again…',
  newCode: 'Show a new code',
  aboutNewCode: 'If the other device was reloaded, show a new code: it resumes where it stopped.',
  addingThere: 'Everything arrived. The other device adds it…',
  adding: 'Everything arrived. It is being added…',
  sent: (added: number, present: string) =>
    plural(added, {
      one: `The other device added # item, ${present} already there.`,
      other: `The other device added # items, ${present} already there.`,
    }),
  received: (added: number, present: string) =>
    plural(added, {
      one: `# item was added, ${present} already here.`,
      other: `# items were added, ${present} already here.`,
    }),
  unreadable: (count: number) =>
    plural(count, {
      one: '# item could not be read and was set aside.',
      other: '# items could not be read and were set aside.',
    }),
  has: (kinds: string) => `Complete and verified: ${kinds}.`,
  hasThere: (kinds: string) => `The other device has all that was sent, verified: ${kinds}.`,
  missingThere: (kinds: string) =>
    `The other device does not have all that was sent: ${kinds}. Nothing was deleted here. Send again.`,
  ofSent: (found: string, sent: string) => `${found} of ${sent}`,
  aboutReceipt:
    'The connection broke before the other device was informed. If it still asks for a text, paste this receipt there.',
  receipt: 'Receipt for the other device',
  copyReceipt: 'Copy the receipt',
  chats: (count: number) => plural(count, { one: '# chat', other: '# chats' }),
  messages: (count: number) => plural(count, { one: '# message', other: '# messages' }),
  projects: (count: number) => plural(count, { one: '# project', other: '# projects' }),
  recordings: (count: number) => plural(count, { one: '# recording', other: '# recordings' }),
  textSets: (count: number) => plural(count, { one: '# set of texts', other: '# sets of texts' }),
  aboutRest:
    'Downloaded models, API keys, providers and pairings do not move: set them up there. Deleting your data here is up to you.',
  aboutRestHere:
    'Downloaded models, API keys, providers and pairings do not move: set them up here. The other device still has its data.',
  'wrong-code': 'These are not the words that the other device shows. Check them, and try again.',
  'too-many-tries':
    'Wrong words were entered three times, so this code works no more. Show a new one.',
  'unknown-code':
    'No device waits under these words. Check the first two, and that both devices opened Alcove at the same address.',
  'in-use': 'Another device uses these words already.',
  full: 'The server brings no more devices together at the moment. Try again in a few minutes.',
  'no-way':
    'The devices could not reach each other. Try again, or use an export with a passphrase.',
  gone: 'The other device did not come, or did not come back. Show a new code to continue.',
  cancelled: 'Cancelled at the other device.',
  newer: 'The other device runs another version of Alcove. Reload it and this page.',
  'too-large':
    'The data does not fit into the storage of the receiving browser. Free some, and try again.',
  changed: 'The other device sent something unexpected. Reload both pages, and try again.',
  failedThere: (reason: string) => `The other device could not continue. ${reason}`,
  failedHere: (reason: string) => `The move failed. ${reason}`,
  'no-text': 'This is not the text that the other device shows.',
  tryAgain: 'Try again',
});
