import { BOUNDARY_HEADER } from '#contract/boundary.ts';

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
