import { catalogue, plural } from './catalogue.ts';

/** Folders that are followed: of projects, and of recordings. */
export const foldersText = catalogue('folders', {
  lookedAt: (time: string) => `compared ${time}`,
  askToLook: 'The browser asks before it is read again',
  folderGone: 'Not found: it was moved or renamed, or its drive is not connected',
  folderLost: 'The browser does not give it out any more: add it again',
  'not-allowed': 'The browser did not allow reading it',
  look: (name: string) => `Look for changes in “${name}”`,
  unfollow: (name: string) => `Stop following “${name}”`,
  notLooked: (name: string) => `“${name}” could not be read`,
  tooMany: (max: string) => `The folder has more than ${max} files, the limit.`,
  undo: 'Undo',

  followRecordings: 'Follow a folder',
  followedFolders: 'Followed folders',
  notFollowed: 'The folder could not be followed',
  recordingsFollowed: (name: string) =>
    `“${name}” is followed: new recordings in it are transcribed while Alcove is open.`,
  recordingsUnfollowed: (name: string) =>
    `“${name}” is not followed any more; its recordings stay.`,
  recordingsAdded: (count: number) =>
    plural(count, { one: '# recording added', other: '# recordings added' }),
  unfinished: (count: number) =>
    plural(count, { one: '# file still being written', other: '# files still being written' }),
  refused: (path: string, reason: string) => `${path} was not added. ${reason}`,
});
