import type { RowOf, TableName } from '#storage/tables.ts';
import * as api from './api-file-rows.ts';
import * as backup from './backup-rows.ts';
import * as chat from './chat-rows.ts';
import { textSet, textSetVectors } from './embedding-rows.ts';
import { id, type RowParser, row, time, z } from './fields.ts';
import * as models from './model-rows.ts';
import * as provider from './provider-rows.ts';
import * as service from './service-rows.ts';
import * as transcript from './transcript-rows.ts';

/** How the rows of each table are parsed; a table without a parser does not compile. */
export const PARSERS: { readonly [N in TableName]: RowParser<RowOf<N>> } = {
  projects: chat.project,
  conversations: chat.conversation,
  messages: chat.message,
  words: chat.words,
  files: chat.file,
  documents: chat.document,
  passages: chat.passage,
  pagePictures: chat.pagePicture,
  projectFolders: chat.projectFolder,
  drafts: chat.draft,
  presets: chat.preset,
  prompts: chat.prompt,
  requestSets: service.requestSet,
  recordings: transcript.recording,
  recordingFiles: transcript.recordingFile,
  recordingParts: transcript.recordingPart,
  recordingNotes: transcript.recordingNotes,
  recordingPeaks: transcript.recordingPeaks,
  segments: transcript.segment,
  recordingFolders: transcript.recordingFolder,
  knownVoices: transcript.knownVoice,
  textSets: textSet,
  textSetVectors,
  keys: service.key,
  usage: service.usage,
  usageDays: service.usageDay,
  exchanges: service.exchange,
  responses: service.response,
  apiFiles: api.apiFile,
  apiFileData: api.apiFileData,
  batches: api.batch,
  batchLines: api.batchLine,
  vectorStores: api.vectorStore,
  vectorStoreFiles: api.vectorStoreFile,
  settings: service.setting,
  pairings: service.pairing,
  providers: provider.provider,
  providerSecrets: provider.secret,
  vaultKeys: provider.vaultKey,
  rules: provider.rules,
  providerDays: provider.providerDay,
  boundaries: provider.boundaryLabel,
  models: models.model,
  modelProbes: models.modelProbe,
  sentDays: service.sentDay,
  sentRequests: service.sentRow,
  backups: backup.backup,
  backupFolder: backup.backupFolder,
  quarantine: row<RowOf<'quarantine'>>({
    id: z.number(),
    table: id,
    at: time(),
    row: z.unknown(),
  }),
};

/** A row as its type says, wrong fields repaired; undefined when it cannot be repaired. */
export function parseRow(name: string, value: unknown): unknown {
  const parser = PARSERS[name as TableName] as RowParser<unknown> | undefined;
  const parsed = parser?.safeParse(value);
  return parsed?.success ? parsed.data : undefined;
}
