import type { EntityTable } from 'dexie';
import type {
  ApiFile,
  ApiFileData,
  BatchLine,
  StoredBatch,
  StoredVectorStore,
  VectorStoreFile,
} from './api-file-records.ts';
import type { BackupFolder, BackupRow } from './backup-records.ts';
import type {
  ChatDocument,
  Conversation,
  Draft,
  Message,
  MessageWords,
  PagePicture,
  Passage,
  Preset,
  Project,
  ProjectFolder,
  SavedPrompt,
  StoredFile,
} from './chat-records.ts';
import type { ModelProbe, StoredModel } from './model-records.ts';
import type {
  BoundaryLabel,
  ProviderDay,
  StoredProvider,
  StoredRules,
  StoredSecret,
  StoredVaultKey,
} from './provider-records.ts';
import type {
  Exchange,
  Pairing,
  QuarantinedRow,
  RequestSet,
  SentDay,
  SentRow,
  Setting,
  StoredKey,
  StoredResponse,
  UsageDay,
  UsageRow,
} from './service-records.ts';
import type { TextSet, TextSetVectors } from './text-set-records.ts';
import type {
  KnownVoice,
  Recording,
  RecordingFile,
  RecordingFolder,
  RecordingNotes,
  RecordingPart,
  RecordingPeaks,
  StoredSegment,
} from './transcript-records.ts';

/** Kinds of data that are cleared together. */
export type DataKind = 'chats' | 'transcripts' | 'textSets' | 'presets' | 'usage';

/** Everything there is to know of a stored table but how its rows are parsed (`rows/parsers.ts`). */
interface TableRecord<Row, Key extends string> {
  key: Key;
  /** Its Dexie schema, and the version of the database that brought it; never edited once released. */
  schema: string;
  version: number;
  /** The kind of data that clears it; null if it has its own page. */
  kind: DataKind | null;
  isInBackup: boolean;
  /** Only a type: nothing is there at run time. */
  row?: Row;
}

const table = <Row>() => {
  return <Key extends keyof Row & string>(
    key: Key,
    version: number,
    schema: string,
    kind: DataKind | null,
    isInBackup = true,
  ): TableRecord<Row, Key> => ({ key, version, schema, kind, isInBackup });
};

/**
 * One record per stored table: the schema of the database, backups and "clear data" follow from it.
 * In the order of a backup: what others refer to comes first.
 */
export const TABLES = {
  projects: table<Project>()('id', 15, 'id', 'chats'),
  conversations: table<Conversation>()('id', 2, 'id, updatedAt', 'chats'),
  messages: table<Message>()('id', 2, 'id, conversationId, state', 'chats'),
  words: table<MessageWords>()('id', 2, 'id, conversationId, *words', 'chats'),
  files: table<StoredFile>()('id', 2, 'id, conversationId', 'chats'),
  documents: table<ChatDocument>()('id', 2, 'id, conversationId', 'chats'),
  passages: table<Passage>()('id', 2, 'id, conversationId, documentId', 'chats'),
  pagePictures: table<PagePicture>()('id', 20, 'id, conversationId, documentId', 'chats'),
  // A browser gives a folder to itself alone: nothing that another one could use.
  projectFolders: table<ProjectFolder>()('id', 30, 'id, conversationId', 'chats', false),
  drafts: table<Draft>()('conversationId', 6, 'conversationId', 'chats'),
  presets: table<Preset>()('id', 2, 'id, name', 'presets'),
  prompts: table<SavedPrompt>()('id', 10, 'id, savedAt', 'presets'),
  requestSets: table<RequestSet>()('id', 18, 'id, savedAt', 'presets'),
  recordings: table<Recording>()('id', 3, 'id, order', 'transcripts'),
  recordingFiles: table<RecordingFile>()('id', 3, 'id', 'transcripts'),
  // What a crash leaves of a recording: the next visit makes a recording of it.
  recordingParts: table<RecordingPart>()('id', 3, '++id, recordingId', 'transcripts', false),
  // The same goes for what a person adds meanwhile.
  recordingNotes: table<RecordingNotes>()('id', 23, 'id', 'transcripts', false),
  recordingPeaks: table<RecordingPeaks>()('id', 3, 'id', 'transcripts'),
  segments: table<StoredSegment>()('id', 3, 'id, recordingId', 'transcripts'),
  // As the folders of projects.
  recordingFolders: table<RecordingFolder>()('id', 31, 'id', 'transcripts', false),
  knownVoices: table<KnownVoice>()('id', 29, 'id, addedAt', 'transcripts'),
  textSets: table<TextSet>()('id', 3, 'id, updatedAt', 'textSets'),
  textSetVectors: table<TextSetVectors>()('id', 3, 'id, setId', 'textSets'),
  // A key that was revoked since must not work again, so no backup holds any.
  keys: table<StoredKey>()('id', 1, 'id, &hash', null, false),
  usage: table<UsageRow>()('id', 1, '++id, at, [keyId+at]', 'usage'),
  usageDays: table<UsageDay>()('id', 14, 'id, day', 'usage'),
  // Retained for days at most: a backup would retain it for good.
  exchanges: table<Exchange>()('requestId', 18, 'requestId, [at+bytes]', 'usage', false),
  // What programs asked: the keys that could read it are in no backup either.
  responses: table<StoredResponse>()('id', 8, 'id, at', 'usage', false),
  // The same goes for the files of programs and for what answers them.
  apiFiles: table<ApiFile>()('id', 19, 'id, keyId', null, false),
  apiFileData: table<ApiFileData>()('id', 19, 'id', null, false),
  batches: table<StoredBatch>()('id', 19, 'id, keyId, status', null, false),
  batchLines: table<BatchLine>()('id', 19, 'id, batchId', null, false),
  // Their texts and vectors are documents and passages, which are cleared with the chats.
  vectorStores: table<StoredVectorStore>()('id', 24, 'id, keyId', 'chats', false),
  vectorStoreFiles: table<VectorStoreFile>()(
    'id',
    25,
    'id, storeId, fileId, [status+at]',
    'chats',
    false,
  ),
  settings: table<Setting>()('name', 1, 'name', null),
  // Another browser must pair by itself.
  pairings: table<Pairing>()('id', 9, 'id', null, false),
  // Somebody else's backup must not say where requests go, or that they may: none of these is in one.
  providers: table<StoredProvider>()('id', 11, 'id', null, false),
  providerSecrets: table<StoredSecret>()('id', 11, 'id', null, false),
  vaultKeys: table<StoredVaultKey>()('id', 11, 'id', null, false),
  rules: table<StoredRules>()('id', 11, 'id', null, false),
  providerDays: table<ProviderDay>()('id', 11, 'id', 'usage', false),
  boundaries: table<BoundaryLabel>()('id', 11, 'id, conversationId', 'chats', false),
  // Their files are not part of a backup.
  models: table<StoredModel>()('id', 4, 'id', null, false),
  modelProbes: table<ModelProbe>()('model', 12, 'model', null, false),
  sentDays: table<SentDay>()('id', 13, 'id', 'usage', false),
  sentRequests: table<SentRow>()('id', 17, '++id, at', 'usage', false),
  // Where this browser's backups are: nothing that another browser could use.
  backups: table<BackupRow>()('id', 16, 'id', null, false),
  backupFolder: table<BackupFolder>()('id', 16, 'id', null, false),
  // Cleared with the kind of the table that a row came from.
  quarantine: table<QuarantinedRow>()('id', 7, '++id, table', null),
};

export type TableName = keyof typeof TABLES;
export type RowOf<N extends TableName> =
  (typeof TABLES)[N] extends TableRecord<infer Row, string> ? Row : never;
type TableOf<R> =
  R extends TableRecord<infer Row, infer Key> ? EntityTable<Row, Key & keyof Row> : never;
export type StoredTables = { [N in TableName]: TableOf<(typeof TABLES)[N]> };

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Names of the tables that a kind of data is in. */
export const tablesOf = (kind: DataKind): TableName[] =>
  TABLE_NAMES.filter((name) => TABLES[name].kind === kind);
