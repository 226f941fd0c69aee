import { catalogue, plural } from './catalogue.ts';

/** Projects: instructions and files for many chats. */
export const projectsText = catalogue('projects', {
  projects: 'Projects',
  newProject: 'New project',
  name: 'Name',
  create: 'Create',
  notCreated: 'The project could not be created',
  notSaved: 'The project could not be saved',
  notFound: 'This project does not exist any more.',
  notShown: 'The projects could not be listed.',
  undo: 'Undo',

  instructions: 'Instructions',
  instructionsHint:
    'Each answer in this project follows them, before the system prompt of its chat.',
  instructionsPlaceholder: 'Answer in two sentences, and name the file.',
  instructionsOf: (name: string) => `Instructions of “${name}”`,

  noInstructions: 'No instructions',

  files: 'Files',
  filesLead: 'Drop documents or folders here: every chat in this project searches them.',
  addFiles: 'Add files',
  addFolder: 'Add folder',
  addTranscript: 'Add transcript',
  newNote: 'New note',
  noteTitle: 'Title',
  noteText: 'Text',
  saveNote: 'Save note',
  editNote: (name: string) => `Edit “${name}”`,
  noteNotSaved: 'The note could not be saved',
  dropNow: 'Drop files or folders to add them to the project',
  notAdded: 'The files could not be added',
  fileRemoved: (name: string) => `“${name}” was removed.`,
  notRemoved: 'The file could not be removed',
  countFiles: (count: number) => plural(count, { one: '# file', other: '# files' }),
  countPassages: (count: number) => plural(count, { one: '# passage', other: '# passages' }),
  characters: (count: string) => `${count} characters`,
  vectors: (size: string, models: string) => `vectors ${size} by ${models}`,

  folders: 'Folders',
  folderFiles: (count: number) => plural(count, { one: '# file read', other: '# files read' }),
  'other-tab': 'Another tab reads it at the moment',
  followed: (name: string) =>
    `“${name}” is followed: new and changed files are read when the project is opened.`,
  unfollowed: (name: string) => `“${name}” is not followed any more; its files stay.`,
  filesRead: (count: number) =>
    plural(count, {
      one: 'One new or changed file was read.',
      other: '# new or changed files were read.',
    }),
  noChanges: 'Nothing new.',
  gone: (count: number, names: string) =>
    plural(count, {
      one: `No longer in the folder, and still in the project: ${names}`,
      other: `No longer in the folder, and still in the project (#): ${names}`,
    }),
  removeGone: 'Remove from project',
  goneRemoved: (count: number) =>
    plural(count, { one: 'One file was removed.', other: '# files were removed.' }),

  chats: 'Chats',
  noChats: 'No chat is in this project yet.',
  newChat: 'New chat in this project',
  temporaryChat: 'Temporary chat',
  chip: (name: string, count: number) =>
    plural(count, { one: `${name}: # file`, other: `${name}: # files` }),

  moveTitle: 'Move to project',
  project: 'Project',
  none: 'No project',
  another: 'New project…',
  moveHint:
    'The chat can use the files and follows the instructions of its project from the next message.',
  moveAction: 'Move',
  notMoved: 'The chat could not be moved',

  export: 'Export project',
  exportTitle: (name: string) => `Export “${name}”`,
  exportLead:
    'One file with its instructions, its files and their vectors. Settings → Data → Import, or a drop on the page, adds it to any Alcove.',
  exportChats: (count: number) =>
    plural(count, { one: 'With its chat', other: 'With its # chats' }),
  exportLabel:
    'The file is not encrypted. Where it is imported, its files may not leave the device until a person allows it there.',
  notExported: 'The project could not be exported',

  delete: 'Delete project',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteLead: (files: number) =>
    plural(files, {
      one: 'Its file and its instructions are deleted.',
      other: 'Its # files and its instructions are deleted.',
    }),
  keepChats: (count: number) =>
    plural(count, {
      one: 'Its chat stays as an ordinary chat',
      other: 'Its # chats stay as ordinary chats',
    }),
  deleteChats: (count: number) =>
    plural(count, { one: 'Delete its chat too', other: 'Delete its # chats too' }),
  deleted: (name: string) => `“${name}” was deleted.`,
  notDeleted: 'The project could not be deleted',
});
