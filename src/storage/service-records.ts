import type { ApiKeyView, UsageSum } from '#contract/api-key.ts';
import type { Boundary } from '#contract/boundary.ts';

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
  /** Who passed it on; absent where it came from a page. */
  via?: 'bridge';
  /** The model that answered with its place, `local/guide` or `lab/big`; absent before one was chosen. */
  servedBy?: string;
  boundary?: Boundary;
  /** Candidates that were passed over, as `x-alcove-tried` writes them. */
  tried?: string;
  /** Tokens of the prompt that a model did not have to read again. */
  cachedTokens?: number;
  /** Calls of tools in the answer. */
  toolCalls?: number;
  finish?: 'stop' | 'length' | 'tool_calls';
}

/** Text that was sent or received. */
export interface RecordedBody {
  /** Content type. */
  type: string;
  /** The text, or its beginning; empty for anything but text. */
  text: string;
  /** Of the whole, in UTF-8; of a stream that is cut, its characters. */
  bytes: number;
  isCut: boolean;
}

/** A request whose headers and bodies a person asked to be recorded. Its figures are in `usage`. */
export interface Exchange {
  requestId: string;
  /** Unix milliseconds when it came. */
  at: number;
  method: string;
  path: string;
  /** Names and values; secrets are replaced. */
  requestHeaders: [string, string][];
  request: RecordedBody | null;
  status: number;
  responseHeaders: [string, string][];
  response: RecordedBody | null;
  /** Milliseconds from the request to each event of a streamed answer, in order. */
  times: number[];
  /** What this row takes, about. */
  bytes: number;
}

/** A request that a person saved, with the answer it had. */
export interface SavedRequest {
  id: string;
  /** Of the endpoint: `/v1/chat/completions`. */
  path: string;
  bodyJson: string;
  model: string;
  /** Its readable text. */
  answer: string;
}

/** Requests to run again together: against another model, or after a change. */
export interface RequestSet {
  id: string;
  name: string;
  /** Unix milliseconds. */
  savedAt: number;
  requests: SavedRequest[];
}

/** Requests that left this origin on one day (UTC), for one host and one part of the app. */
export interface SentDay {
  id: string;
  day: string;
  host: string;
  by: 'models' | 'provider' | 'page';
  requests: number;
  bytes: number;
  /** Of the answers, as far as they were read here; absent where no part of the app read them. */
  received?: number;
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
