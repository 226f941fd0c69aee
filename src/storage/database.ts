import Dexie, { type EntityTable } from 'dexie';
import type { ApiKeyView } from '#contract/api-key.ts';

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

  /** Each version adds a `version(n).stores(…).upgrade(…)`; none is ever edited once released. */
  constructor(name = 'alcove') {
    super(name);
    this.version(1).stores({
      keys: 'id, &hash',
      usage: '++id, at, [keyId+at]',
      settings: 'name',
    });
  }
}
