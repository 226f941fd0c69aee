import type {
  AnswerFacts,
  ChatDocument,
  ChatSettings,
  Conversation,
  Draft,
  DraftPart,
  FolderFile,
  LikelySentence,
  Listing,
  Message,
  MessageWords,
  PagePicture,
  Passage,
  Preset,
  Project,
  ProjectFolder,
  RefusedFile,
  Sampling,
  SavedPrompt,
  Source,
  StoredFile,
  ToolCall,
  ToolDefinition,
} from '#storage/chat-records.ts';
import {
  amount,
  blob,
  flag,
  floats,
  folderHandle,
  id,
  label,
  list,
  MAX_TEXT,
  name,
  nullable,
  oneOf,
  optional,
  part,
  type RowParser,
  row,
  sentence,
  text,
  time,
  z,
} from './fields.ts';

/** Files, calls or sources of one message, and tools of one chat: each is drawn. */
const MAX_ITEMS = 500;
/** Files of one folder. */
const MAX_FILES = 10_000;

const number = (min: number, max: number) =>
  optional(z.number().check(z.minimum(min), z.maximum(max)));
const count = () => number(0, Number.MAX_SAFE_INTEGER);

const sampling = part<Sampling>({
  temperature: number(0, 2),
  topP: number(0, 1),
  topK: count(),
  maxTokens: count(),
  seed: number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  presencePenalty: number(-2, 2),
  frequencyPenalty: number(-2, 2),
  stop: optional(list(label, MAX_ITEMS)),
});

const tool = row<ToolDefinition>({
  name: label,
  description: text(),
  parameters: text('{}'),
  code: text(),
});

const settings = part<ChatSettings>({
  // A model that does not exist is shown as missing, and another can be chosen.
  model: name(''),
  secondModel: nullable(label),
  system: text(),
  sampling,
  outputSchema: text(),
  tools: list(tool, MAX_ITEMS),
});

export const conversation: RowParser<Conversation> = row<Conversation>({
  id,
  title: name(''),
  named: flag(),
  pinned: flag(),
  folder: optional(label),
  project: optional(label),
  createdAt: time(),
  updatedAt: time(),
  leafId: nullable(id),
  settings,
});

export const project: RowParser<Project> = row<Project>({
  id,
  name: name('Project'),
  instructions: text(),
  createdAt: time(),
  updatedAt: time(),
});

const folderFile = row<FolderFile>({
  path: label,
  documentId: nullable(id),
  bytes: amount(),
  modifiedAt: time(),
});

export const projectFolder: RowParser<ProjectFolder> = row<ProjectFolder>({
  id,
  conversationId: id,
  name: name('Folder'),
  handle: folderHandle(),
  files: list(folderFile, MAX_FILES),
  lookedAt: time(),
});

const facts = z.object({
  promptTokens: amount(),
  completionTokens: amount(),
  tokensPerSecond: amount(),
  firstTokenSeconds: amount(),
  totalSeconds: amount(),
}) as unknown as z.ZodMiniType<AnswerFacts>;

const toolCall = row<ToolCall>({ id: label, name: label, argumentsText: text() });

/** Of a passage. */
const MAX_SENTENCES = 10;
const likely = row<LikelySentence>({ start: amount(), end: amount(), relevance: amount(1) });

const source = row<Source>({
  documentId: id,
  documentName: name('Document'),
  start: amount(),
  end: amount(),
  text: text(),
  computed: optional(text()),
  isTotal: optional(z.boolean()),
  isLookup: optional(z.boolean()),
  relevance: optional(amount(1)),
  sentences: optional(list(likely, MAX_SENTENCES)),
});

const listKind = z.literal(['list', 'count', 'compare']);

const listing = part<Listing>({
  kind: z.catch(listKind, 'list'),
  read: amount(),
  lines: amount(),
  files: amount(),
  found: amount(),
  tokens: amount(),
  seconds: amount(),
  isJudged: optional(z.boolean()),
  isUnsure: optional(z.boolean()),
  isByWords: optional(z.boolean()),
  unread: optional(text()),
}) as unknown as z.ZodMiniType<Listing>;

export const message: RowParser<Message> = row<Message>({
  id,
  conversationId: id,
  parentId: nullable(id),
  role: oneOf(['user', 'assistant', 'tool'], 'assistant'),
  createdAt: time(),
  text: text(),
  reasoning: optional(z.string()),
  state: oneOf(['done', 'running', 'stopped', 'failed'], 'done'),
  error: optional(sentence),
  servedBy: optional(label),
  model: optional(label),
  modelIndex: optional(z.literal([0, 1])),
  finish: optional(label),
  facts: optional(facts),
  notice: optional(z.literal(['privacy', 'task', 'language', 'abilities', 'reading'])),
  files: optional(list(id, MAX_ITEMS)),
  toolCalls: optional(list(toolCall, MAX_ITEMS)),
  toolCallId: optional(label),
  sources: optional(list(source, MAX_ITEMS)),
  everything: optional(listKind),
  listing: optional(listing),
  matches: optional(list(source, MAX_ITEMS)),
  leftOut: optional(amount()),
});

export const words: RowParser<MessageWords> = row<MessageWords>({
  id,
  conversationId: id,
  words: list(z.string()),
});

export const file: RowParser<StoredFile> = row<StoredFile>({
  id,
  conversationId: id,
  name: name('File'),
  type: name(''),
  data: blob,
});

export const document: RowParser<ChatDocument> = row<ChatDocument>({
  id,
  conversationId: id,
  name: name('Document'),
  text: text(),
  createdAt: time(),
  recordingId: optional(id),
  isNote: optional(z.boolean()),
  pages: optional(
    list(
      z.object({
        state: z.literal(['text', 'read', 'unreadable', 'empty']),
        start: amount(),
        end: amount(),
      }),
    ),
  ),
});

export const passage: RowParser<Passage> = row<Passage>({
  id,
  conversationId: id,
  documentId: id,
  start: amount(),
  end: amount(),
  text: text(),
  vector: floats,
  model: optional(label),
  revision: optional(label),
});

export const pagePicture: RowParser<PagePicture> = row<PagePicture>({
  id,
  conversationId: id,
  documentId: id,
  picture: blob,
  words: floats,
});

export const preset: RowParser<Preset> = row<Preset>({
  id,
  name: name('Preset'),
  system: text(),
  sampling,
});

export const prompt: RowParser<SavedPrompt> = row<SavedPrompt>({
  id,
  // Nothing else makes a prompt.
  text: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
  savedAt: time(),
});

const refusedFile = row<RefusedFile>({ name: label, text: text() });

const draftPart = z.object({
  writer: id,
  text: text(),
  files: list(id, MAX_ITEMS),
  project: optional(label),
  refused: optional(list(refusedFile, MAX_ITEMS)),
}) as unknown as z.ZodMiniType<DraftPart>;

export const draft: RowParser<Draft> = row<Draft>({
  conversationId: id,
  text: text(),
  files: list(id, MAX_ITEMS),
  parts: optional(list(draftPart, MAX_ITEMS)),
});
