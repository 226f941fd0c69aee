import type { SearchablePassage } from '#retrieval/search-passages.ts';

export const LIBRARY_KINDS = ['document', 'chat', 'transcript'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** A document, a chat or a recording, as a search lists it. */
export interface LibraryItem {
  /** Of the kind and the id. */
  key: string;
  kind: LibraryKind;
  id: string;
  /** Empty for a chat without a name. */
  name: string;
  /** Unix milliseconds of its last change, or of its addition. */
  at: number;
  /** The project or the chat that it is in. */
  within: { kind: 'project' | 'chat'; id: string; name: string } | null;
}

/** A text of an item that is found as one: a passage, a message, or some sentences of a recording. */
export interface LibraryText extends SearchablePassage {
  end: number;
  messageId?: string;
  /** Of a recording: where in the text each segment begins, and its second. */
  times?: readonly { at: number; seconds: number }[];
  /** The page of a document that it begins on, from 1. */
  page?: number;
}

/** An item as it is stored, without its texts; another `revision` means other texts. */
export interface ItemHead extends LibraryItem {
  revision: string;
  readTexts: () => Promise<LibraryText[]>;
}

/** A part of a text that is shown; `isMatch`: the query's own word. */
export interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

/** A place of an item. */
export interface LibraryHit {
  /** Characters of the document's text; 0 elsewhere. */
  start: number;
  end: number;
  parts: readonly ExcerptPart[];
  messageId: string | null;
  /** Seconds from the start of the recording; null elsewhere. */
  seconds: number | null;
  /** The first of the query's words as it stands there; empty where the meaning alone is near. */
  match: string;
  page: number | null;
}

export interface FoundItem {
  item: LibraryItem;
  /** The name in parts. */
  name: readonly ExcerptPart[];
  /** The best places, in the order of the text. */
  hits: readonly LibraryHit[];
  /** All of them. */
  count: number;
}

export interface LibraryResults {
  /** The likeliest first, as many as were requested. */
  found: readonly FoundItem[];
  /** Items of each kind that were found. */
  counts: Readonly<Record<LibraryKind, number>>;
}
