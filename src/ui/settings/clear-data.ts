import type { AlcoveDatabase } from '#storage/database.ts';

type TableName =
  | 'conversations'
  | 'messages'
  | 'words'
  | 'files'
  | 'documents'
  | 'passages'
  | 'drafts'
  | 'presets'
  | 'recordings'
  | 'recordingFiles'
  | 'recordingParts'
  | 'recordingPeaks'
  | 'segments'
  | 'textSets'
  | 'textSetVectors'
  | 'usage';

export interface Clearable {
  name: string;
  says: string;
  tables: readonly TableName[];
}

export const CLEARABLE: readonly Clearable[] = [
  {
    name: 'Chats',
    says: 'All chats with their files and documents are deleted from this device.',
    tables: ['conversations', 'messages', 'words', 'files', 'documents', 'passages', 'drafts'],
  },
  {
    name: 'Transcripts',
    says: 'All recordings and transcripts are deleted from this device.',
    tables: ['recordings', 'recordingFiles', 'recordingParts', 'recordingPeaks', 'segments'],
  },
  {
    name: 'Text sets',
    says: 'All saved sets of texts with their vectors are deleted.',
    tables: ['textSets', 'textSetVectors'],
  },
  { name: 'Presets', says: 'All presets are deleted.', tables: ['presets'] },
  {
    name: 'Usage',
    says: 'The list of requests is deleted; daily limits of keys start anew.',
    tables: ['usage'],
  },
];

export async function clearData(
  database: AlcoveDatabase,
  names: readonly TableName[],
): Promise<void> {
  const tables = names.map((name) => database.table(name));
  await database.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}
