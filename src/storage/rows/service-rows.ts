import type { KeyLimits } from '#contract/api-key.ts';
import { BOUNDARIES, isBoundary } from '#contract/boundary.ts';
import type {
  Exchange,
  Pairing,
  RecordedBody,
  RequestSet,
  SavedRequest,
  SentDay,
  SentRow,
  Setting,
  StoredKey,
  StoredResponse,
  UsageDay,
  UsageRow,
} from '#storage/service-records.ts';
import {
  amount,
  flag,
  id,
  label,
  list,
  name,
  nullable,
  oneOf,
  optional,
  type RowParser,
  row,
  text,
  time,
  z,
} from './fields.ts';

const LIMITS = ['requestsPerMinute', 'requestsPerDay', 'tokensPerDay', 'tokensPerMonth'] as const;
const limit = z.number().check(z.int(), z.minimum(1));

/** A limit that cannot be read must not become none. */
export function parseLimits(value: unknown): KeyLimits {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { isUnreadable: true };
  }
  const limits: KeyLimits = {};
  if ('isUnreadable' in value) limits.isUnreadable = true;
  for (const field of LIMITS) {
    const stored = (value as KeyLimits)[field];
    if (stored === undefined) continue;
    const { data } = limit.safeParse(stored);
    if (data === undefined) limits.isUnreadable = true;
    else limits[field] = data;
  }
  // What cannot be read allows nothing beyond this device, and no documents.
  const { boundary, documents } = value as KeyLimits;
  if (isBoundary(boundary)) limits.boundary = boundary;
  if (documents === true) limits.documents = true;
  return limits;
}

export const key: RowParser<StoredKey> = row<StoredKey>({
  id,
  name: name('unnamed'),
  // Without its hash a key can never be recognised.
  hash: id,
  prefix: name(''),
  createdAt: time(),
  lastUsedAt: nullable(time()),
  limits: z.pipe(z.catch(z.unknown(), null), z.transform(parseLimits)),
  origin: optional(z.string()),
  // A grant for once is not stored.
  lasts: z.optional(z.literal('session')),
});

const histogram = z.record(
  z.string().check(z.regex(/^-?\d{1,3}$/)),
  z.number().check(z.minimum(0)),
);

const seconds = () => amount(31_536_000);

export const usage: RowParser<UsageRow> = row<UsageRow>({
  id: z.number(),
  at: time(),
  requestId: name(''),
  keyId: name(''),
  model: name(''),
  endpoint: name(''),
  status: amount(999),
  errorCode: nullable(label),
  promptTokens: amount(),
  completionTokens: amount(),
  loadSeconds: optional(seconds()),
  queueSeconds: seconds(),
  firstTokenSeconds: seconds(),
  totalSeconds: seconds(),
  admitted: optional(z.boolean()),
  via: optional(z.literal('bridge')),
  servedBy: optional(label),
  boundary: optional(z.enum(BOUNDARIES)),
  tried: optional(label),
  cachedTokens: optional(amount()),
  toolCalls: optional(amount()),
  finish: optional(z.enum(['stop', 'length', 'tool_calls'])),
});

const headers = list(z.tuple([z.string(), z.string()]), 200);

const body = row<RecordedBody>({
  type: name(''),
  text: text(),
  bytes: amount(),
  isCut: flag(),
});

export const exchange: RowParser<Exchange> = row<Exchange>({
  requestId: id,
  at: time(),
  method: name(''),
  path: name(''),
  requestHeaders: headers,
  request: nullable(body),
  status: amount(999),
  responseHeaders: headers,
  response: nullable(body),
  times: list(z.number().check(z.minimum(0))),
  bytes: amount(),
});

export const requestSet: RowParser<RequestSet> = row<RequestSet>({
  id,
  name: name('unnamed'),
  savedAt: time(),
  requests: list(
    row<SavedRequest>({
      id,
      path: z.string().check(z.regex(/^\/v1\//)),
      bodyJson: text(),
      model: name(''),
      answer: text(),
    }),
    1_000,
  ),
});

export const sentDay: RowParser<SentDay> = row<SentDay>({
  id,
  day: name(''),
  host: name(''),
  by: oneOf(['models', 'provider', 'page'], 'page'),
  requests: amount(),
  bytes: amount(),
  received: optional(amount()),
  lastAt: time(),
});

export const sentRow: RowParser<SentRow> = row<SentRow>({
  id: z.number(),
  at: time(),
  host: name(''),
  by: oneOf(['models', 'provider', 'page'], 'page'),
  why: oneOf(['page', 'description', 'file', 'answer', 'provider-models'], 'page'),
  bytes: amount(),
});

export const usageDay: RowParser<UsageDay> = row<UsageDay>({
  id,
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  keyId: name(''),
  model: name(''),
  endpoint: name(''),
  requests: amount(),
  failed: amount(),
  promptTokens: amount(),
  completionTokens: amount(),
  admitted: optional(amount()),
  first: optional(histogram),
  rate: optional(histogram),
});

export const response: RowParser<StoredResponse> = row<StoredResponse>({
  id,
  keyId: id,
  at: time(),
  previousId: nullable(z.string()),
  inputJson: z.string(),
  responseJson: z.string(),
});

export const pairing: RowParser<Pairing> = row<Pairing>({
  id: z.literal('server'),
  credential: id,
});

/** Values have their own types: who reads a setting parses it. */
export const setting: RowParser<Setting> = row<Setting>({ name: id, value: z.unknown() });
