import Dexie, { type EntityTable } from 'dexie';
import type { ApiKeyView } from '#contract/api-key.ts';
import type {
  ChatDocument,
  Conversation,
  Draft,
  Message,
  MessageWords,
  Passage,
  Preset,
  StoredFile,
} from './chat-records.ts';
import type { ModelLook, StoredModel } from './model-records.ts';
import type { TextSet, TextSetVectors } from './text-set-records.ts';
import type {
  Recording,
  RecordingFile,
  RecordingPart,
  RecordingPeaks,
  StoredSegment,
} from './transcript-records.ts';

export interface StoredKey extends ApiKeyView {
  /** SHA-256 of the key, hexadecimal: the key itself is stored nowhere. */
  hash: string;
}

/** One request in the ledger. Times in seconds. */
export interface UsageRow {
  id: number;
  /** Unix milliseconds. */
  at: number;
  requestId: string;
  keyId: string;
  model: string;
  endpoint: string;
  status: number;
  errorCode: string | null;
  promptTokens: number;
  completionTokens: number;
  queueSeconds: number;
  firstTokenSeconds: number;
  totalSeconds: number;
}

export interface Setting {
  name: string;
  value: unknown;
}

export class AlcoveDatabase extends Dexie {
  keys!: EntityTable<StoredKey, 'id'>;
  usage!: EntityTable<UsageRow, 'id'>;
  settings!: EntityTable<Setting, 'name'>;
  conversations!: EntityTable<Conversation, 'id'>;
  messages!: EntityTable<Message, 'id'>;
  words!: EntityTable<MessageWords, 'id'>;
  files!: EntityTable<StoredFile, 'id'>;
  documents!: EntityTable<ChatDocument, 'id'>;
  passages!: EntityTable<Passage, 'id'>;
  presets!: EntityTable<Preset, 'id'>;
  drafts!: EntityTable<Draft, 'conversationId'>;
  recordings!: EntityTable<Recording, 'id'>;
  recordingFiles!: EntityTable<RecordingFile, 'id'>;
  recordingParts!: EntityTable<RecordingPart, 'id'>;
  recordingPeaks!: EntityTable<RecordingPeaks, 'id'>;
  segments!: EntityTable<StoredSegment, 'id'>;
  textSets!: EntityTable<TextSet, 'id'>;
  textSetVectors!: EntityTable<TextSetVectors, 'id'>;
  models!: EntityTable<StoredModel, 'id'>;
  modelLooks!: EntityTable<ModelLook, 'model'>;

  /** Each version adds a `version(n).stores(…).upgrade(…)`; none is ever edited once released. */
  constructor(name = 'alcove') {
    super(name);
    this.version(1).stores({
      keys: 'id, &hash',
      usage: '++id, at, [keyId+at]',
      settings: 'name',
    });
    this.version(2).stores({
      conversations: 'id, updatedAt',
      messages: 'id, conversationId, state',
      words: 'id, conversationId, *words',
      files: 'id, conversationId',
      documents: 'id, conversationId',
      passages: 'id, conversationId, documentId',
      presets: 'id, name',
    });
    this.version(3).stores({
      recordings: 'id, order',
      recordingFiles: 'id',
      recordingParts: '++id, recordingId',
      recordingPeaks: 'id',
      segments: 'id, recordingId',
      textSets: 'id, updatedAt',
      textSetVectors: 'id, setId',
    });
    this.version(4).stores({ models: 'id' });
    this.version(5).stores({ modelLooks: 'model' });
    this.version(6).stores({ drafts: 'conversationId' });
  }
}
