/** Records of chats. Times are Unix milliseconds. */

/** Settings of generation; an absent field is left to the service. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  topK?: number;
  maxTokens?: number;
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  stop?: string[];
}

/** A function the model may call, described in JSON Schema. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of its arguments, as the person wrote it. */
  parameters: string;
  /** JavaScript of a function body with `args`; empty when the person answers by hand. */
  code: string;
}

/** How a conversation is answered. */
export interface ChatSettings {
  model: string;
  /** A second model that answers next to the first; null for one. */
  secondModel: string | null;
  system: string;
  sampling: Sampling;
  /** JSON Schema that answers must fit; empty for free text. */
  outputSchema: string;
  tools: ToolDefinition[];
}

export interface Conversation {
  id: string;
  title: string;
  /** Whether a person wrote the title, so that nothing else changes it. */
  named: boolean;
  pinned: boolean;
  /** The folder it is in; absent for none. */
  folder?: string;
  /** The project it is in; absent or empty for none. */
  project?: string;
  createdAt: number;
  updatedAt: number;
  /** The last message of the branch that is shown; null while empty. */
  leafId: string | null;
  settings: ChatSettings;
}

/** Instructions and documents that all its chats use. Its documents have its id as their `conversationId`. */
export interface Project {
  id: string;
  name: string;
  /** The beginning of the system prompt of its chats. */
  instructions: string;
  createdAt: number;
  updatedAt: number;
}

/** A folder of the device whose files are in a project. */
export interface ProjectFolder {
  id: string;
  /** The project's id. */
  conversationId: string;
  name: string;
  /** Null where the browser does not give it out any more: it has to be chosen again. */
  handle: FileSystemDirectoryHandle | null;
  files: FolderFile[];
  /** Unix milliseconds of the last look. */
  lookedAt: number;
}

/** A file of a folder as it was read last. */
export interface FolderFile {
  /** Within the folder. */
  path: string;
  /** Null where it could not be read: it is read again once it changes. */
  documentId: string | null;
  bytes: number;
  /** Unix milliseconds. */
  modifiedAt: number;
}

export interface ToolCall {
  id: string;
  name: string;
  argumentsText: string;
}

/** A sentence of a passage: its characters, end exclusive, and how likely it answers a question, from 0 to 1. */
export interface LikelySentence {
  start: number;
  end: number;
  relevance: number;
}

/** A passage of a document that was given to the model with a question. */
export interface Source {
  documentId: string;
  documentName: string;
  /** Characters of the document's text, end exclusive. */
  start: number;
  end: number;
  text: string;
  /** The sentence of `text` that was computed from all rows of a table. */
  computed?: string;
  /** Whether `computed` says it all: a small model takes the rows behind it for the answer. */
  isTotal?: boolean;
  /** Whether it found rows that a question names: it may ask of them what they do not have. */
  isLookup?: boolean;
  /** How likely it answers the question, from 0 to 1; absent where no cross-encoder has read it. */
  relevance?: number;
  /** Its sentences that are among the likeliest answers of all passages found, in their order. */
  sentences?: LikelySentence[];
}

/** What a question wants of everything: the lines, their number, or the lines of each file. */
export type ListKind = 'list' | 'count' | 'compare';

/** How an answer was found that lists everything; its lines are its `sources`. */
export interface Listing {
  kind: ListKind;
  /** Lines that were read, and lines of all documents. */
  read: number;
  lines: number;
  files: number;
  /** Lines that belong in the answer; of very many only the first are sources. */
  found: number;
  /** Tokens of the model that was asked about lines, also where words and vectors decided; 0 where none was, or it reports none. */
  tokens: number;
  seconds: number;
  /** Whether a model's reading decided; older lists without it were read by one where they have tokens. */
  isJudged?: boolean;
  /** Whether the model was too unsure of lines, so that words and vectors decided. */
  isUnsure?: boolean;
  /** Whether the search compared words alone: there were no vectors. */
  isByWords?: boolean;
  /** Pages that could not be read, by file. */
  unread?: string;
}

/** What an answer took. Seconds. */
export interface AnswerFacts {
  promptTokens: number;
  completionTokens: number;
  tokensPerSecond: number;
  firstTokenSeconds: number;
  totalSeconds: number;
}

type MessageState = 'done' | 'running' | 'stopped' | 'failed';

export interface Message {
  id: string;
  conversationId: string;
  /** The message before it; several with one parent are branches. Null for a first message. */
  parentId: string | null;
  role: 'user' | 'assistant' | 'tool';
  createdAt: number;
  text: string;
  reasoning?: string;
  state: MessageState;
  /** Why it failed, in words. */
  error?: string;
  model?: string;
  /** The provider's model that answered in its place. */
  servedBy?: string;
  /** 1 for the second of two models side by side. */
  modelIndex?: 0 | 1;
  finish?: string;
  facts?: AnswerFacts;
  /** What the app answered in the place of the model, in words of its own. */
  notice?: 'privacy' | 'task' | 'language' | 'abilities' | 'reading';
  /** Ids of attached files. */
  files?: string[];
  toolCalls?: ToolCall[];
  toolCallId?: string;
  /** Of a question, the passages that may answer it; of an answer that lists everything, its lines. */
  sources?: Source[];
  /** Of a question that is answered by reading all lines of the documents. */
  everything?: ListKind;
  /** Of such an answer. */
  listing?: Listing;
  /** The best line of each of several documents that are about the question. */
  matches?: Source[];
  /** How many of the oldest messages were left out of the request because of the context. */
  leftOut?: number;
}

/** The unsent draft of a chat. */
export interface Draft {
  /** `new` for the chat that has no row yet. */
  conversationId: string;
  /** What all parts have. */
  text: string;
  /** Ids of attached files. */
  files: string[];
  /** By the tab that has it in its composer, as two tabs may show one chat. */
  parts?: DraftPart[];
}

export interface DraftPart {
  writer: string;
  text: string;
  files: string[];
  /** Of a chat without a row: the project it was begun in. */
  project?: string;
  /** Files that could not be added, until a person dismisses them. */
  refused?: RefusedFile[];
}

export interface RefusedFile {
  name: string;
  /** Why, as a sentence that names it. */
  text: string;
}

/** Bytes apart from messages: rows that hold blobs are read only when they are shown. */
export interface StoredFile {
  id: string;
  conversationId: string;
  name: string;
  type: string;
  data: Blob;
}

export interface ChatDocument {
  id: string;
  /** The chat or the project that it belongs to. */
  conversationId: string;
  name: string;
  text: string;
  createdAt: number;
  /** The recording it is the transcript of: its citations play the sound. */
  recordingId?: string;
  /** Whether a person typed it, and can change it. */
  isNote?: boolean;
  /** What became of each page, where it has pages; their text is from `start` to `end`. */
  pages?: DocumentPage[];
}

interface DocumentPage {
  state: 'text' | 'read' | 'unreadable' | 'empty';
  start: number;
  end: number;
}

/** A piece of a document with its vector. */
export interface Passage {
  id: string;
  conversationId: string;
  documentId: string;
  start: number;
  end: number;
  text: string;
  vector: Float32Array;
  /** What made the vector; absent in rows of earlier builds. */
  model?: string;
  revision?: string;
}

/** The picture of a page whose words were read from it. */
export interface PagePicture {
  /** Of its document and page. */
  id: string;
  conversationId: string;
  documentId: string;
  picture: Blob;
  /**
   * Six numbers for each word: its first character in the text of the document, how many there are, and its left, top,
   * width and height as shares of the picture.
   */
  words: Float32Array;
}

/** A system prompt with sampling that is used again. */
export interface Preset {
  id: string;
  name: string;
  system: string;
  sampling: Sampling;
}

/** A text that a person saved to begin messages with. */
export interface SavedPrompt {
  id: string;
  text: string;
  savedAt: number;
}

/** The words of one message, for search. */
export interface MessageWords {
  id: string;
  conversationId: string;
  words: string[];
}
