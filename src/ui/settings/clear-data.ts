import type { DataKind } from '#storage/tables.ts';

/** Kinds of data that can be cleared, with the texts that name and describe them. */
export const CLEARABLE = [
  { kind: 'chats', name: 'chats', about: 'clearsChats' },
  { kind: 'transcripts', name: 'transcripts', about: 'clearsTranscripts' },
  { kind: 'textSets', name: 'textSets', about: 'clearsTextSets' },
  { kind: 'presets', name: 'presets', about: 'clearsPresets' },
  { kind: 'usage', name: 'usage', about: 'clearsUsage' },
] as const satisfies readonly { kind: DataKind; name: string; about: string }[];

export type Clearable = (typeof CLEARABLE)[number];
