import type { TableName } from '#storage/tables.ts';

/** Further valid values of fields of `FULL_ROWS`, by table. */
export const MAY_BE_NULL: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  responses: ['previousId'],
  conversations: ['leafId', 'settings.secondModel'],
  messages: ['parentId'],
  recordings: ['error', 'language', 'detectedLanguage', 'revision'],
  segments: ['speaker'],
  keys: ['lastUsedAt'],
  usage: ['errorCode'],
  models: ['revision', 'problem', 'queuedAt'],
  modelProbes: ['unfit'],
};

/** Fields of `FULL_ROWS` that may be absent. */
export const MAY_BE_ABSENT: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  conversations: ['project', 'settings.sampling.*'],
  messages: [
    'reasoning',
    'error',
    'model',
    'modelIndex',
    'finish',
    'facts',
    'files',
    'toolCalls',
    'toolCallId',
    'sources',
    'matches',
    'leftOut',
  ],
  documents: ['recordingId', 'pages'],
  drafts: ['parts'],
  passages: ['model', 'revision'],
  segments: ['words'],
  presets: ['sampling.*'],
  keys: ['limits.*'],
  settings: ['value'],
  quarantine: ['row'],
  models: [
    'card.can.*',
    'card.revision',
    'card.dimensions',
    'card.temperature',
    'card.threads',
    'card.source',
    'card.source.dtype',
    'card.source.library',
    'card.family',
    'card.parameters',
    'card.gpu',
    'card.embedding',
    'card.rank',
    'card.rank.*',
    'card.alias',
  ],
  modelProbes: ['abilities.*'],
};
