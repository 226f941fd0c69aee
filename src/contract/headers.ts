import { BOUNDARY_HEADER } from './boundary.ts';

/**
 * Header with the milliseconds that text may wait for more: this app's own pages draw no more often,
 * and each event costs its reader. From 0 to 200.
 */
export const JOIN_HEADER = 'x-alcove-join-ms';

/** Header with which the prompt of a request can be read afterwards, as the model saw it: see `promptOf`. */
export const PROMPT_HEADER = 'x-alcove-prompt';

/**
 * Header that decides whether a request may be recorded, where a person turned that on: programs refuse with `no`; of
 * this app's own requests only `yes` (a page that shows requests) and `chat` (a chat that is stored itself) allow it.
 */
export const RECORD_HEADER = 'x-alcove-record';

/** Names the given fields of a request that have no meaning. */
export const IGNORED_HEADER = 'x-alcove-ignored';

/** Headers of an answer that pages of other origins may read. */
export const EXPOSED_HEADERS = [
  'x-request-id',
  'request-id',
  'server-timing',
  'openai-processing-ms',
  'retry-after',
  'retry-after-ms',
  IGNORED_HEADER,
  'x-alcove-served-by',
  BOUNDARY_HEADER,
  'x-alcove-tried',
  ...['limit', 'remaining', 'reset'].flatMap((part) => [
    `x-ratelimit-${part}-requests`,
    `x-ratelimit-${part}-requests-day`,
  ]),
].join(', ');
