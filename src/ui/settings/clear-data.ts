import type { DataKind } from '#storage/tables.ts';

export interface Clearable {
  kind: DataKind;
  name: string;
  says: string;
}

export const CLEARABLE: readonly Clearable[] = [
  {
    kind: 'chats',
    name: 'Chats',
    says: 'All chats with their files and documents are deleted from this device.',
  },
  {
    kind: 'transcripts',
    name: 'Transcripts',
    says: 'All recordings and transcripts are deleted from this device.',
  },
  {
    kind: 'textSets',
    name: 'Text sets',
    says: 'All saved sets of texts with their vectors are deleted.',
  },
  { kind: 'presets', name: 'Presets', says: 'All presets are deleted.' },
  {
    kind: 'usage',
    name: 'Usage',
    says: 'The list of requests is deleted; daily limits of keys start again.',
  },
];
