import type { Histogram } from '#base/histogram.ts';
import type { Boundary } from './boundary.ts';

/** Limits of one key; an absent field means unlimited. Days are UTC. */
export interface KeyLimits {
  requestsPerMinute?: number;
  requestsPerDay?: number;
  tokensPerDay?: number;
  /** The budget of a month (UTC). */
  tokensPerMonth?: number;
  /** The farthest place its requests may be answered at; this device when absent. */
  boundary?: Boundary;
  /**
   * Whether its requests may search the documents of chats and projects: by `file_search`, and a project also as a
   * vector store. They are given the names of documents and the passages found, never whole files.
   */
  documents?: true;
  /** A stored limit cannot be read: the key is refused until its limits are set again. */
  isUnreadable?: true;
}

/** How long a grant of a site lasts: for one connection, while a tab of Alcove is open, or until it is revoked. */
export type Lasting = 'once' | 'session' | 'always';

/** A key as its owner sees it: never the key itself. Times in Unix milliseconds. */
export interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
  limits: KeyLimits;
  /** The site that it was granted to: no text of a key exists then. */
  origin?: string;
  /** A grant that is not stored. */
  lasts?: Exclude<Lasting, 'always'>;
}

/** Requests of one day, key, model and endpoint, added up. */
export interface UsageSum {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  keyId: string;
  model: string;
  endpoint: string;
  requests: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
  /** Requests that count against limits; absent in sums of older versions, where all do. */
  admitted?: number;
  /** Seconds to the first token of the answers that have one; absent in sums of older versions. */
  first?: Histogram;
  /** Tokens a second after the first one; absent in sums of older versions. */
  rate?: Histogram;
}
