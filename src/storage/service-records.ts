import type { ApiKeyView, UsageSum } from '#contract/api-key.ts';

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
  /** Waiting for the model to be loaded; absent in rows of older versions. */
  loadSeconds?: number;
  queueSeconds: number;
  firstTokenSeconds: number;
  totalSeconds: number;
  /** Whether it took its place on a model and counts against limits; absent in rows of older versions. */
  admitted?: boolean;
}

/** Requests that left this origin on one day (UTC), for one host and one part of the app. */
export interface SentDay {
  id: string;
  day: string;
  host: string;
  by: 'models' | 'provider' | 'page';
  requests: number;
  bytes: number;
  /** Unix milliseconds. */
  lastAt: number;
}

/** One request that left this origin. */
export interface SentRow {
  id: number;
  /** Unix milliseconds. */
  at: number;
  host: string;
  by: SentDay['by'];
  /** What it asked for: a page or a part of it, facts about a model, a file of one, an answer, a provider's list. */
  why: 'page' | 'description' | 'file' | 'answer' | 'provider-models';
  /** Of its address and its body. */
  bytes: number;
}

/** The requests of a day that is too long ago for rows of its own. `id` names its other fields. */
export interface UsageDay extends UsageSum {
  id: string;
}

export interface Setting {
  name: string;
  value: unknown;
}

/** What this browser shows the server of its page to be recognised as the tab that answers. */
export interface Pairing {
  id: 'server';
  credential: string;
}

/** A stored or imported row that no page can show, retained for export. */
export interface QuarantinedRow {
  id: number;
  /** Name of its table. */
  table: string;
  /** Unix milliseconds. */
  at: number;
  row: unknown;
}

/** A response of `/v1/responses`, with the items it answered. */
export interface StoredResponse {
  id: string;
  /** The key that asked: only it sees the response. */
  keyId: string;
  /** Unix milliseconds. */
  at: number;
  previousId: string | null;
  /** The request's items, an array of the contract as JSON text. */
  inputJson: string;
  /** The Response object as JSON text. */
  responseJson: string;
}
