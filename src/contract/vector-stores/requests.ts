import { isRecord } from '#base/guards.ts';
import { metadata } from '#contract/batches/batches-request.ts';
import { invalidValue } from '#contract/errors.ts';
import { boolean, decimal, integer, list, object, oneOf, string } from '#contract/fields.ts';
import { type FoundError, firstError } from '#contract/first-error.ts';
import { type FieldTable, refusals } from '#contract/request-fields.ts';
import { z } from '#contract/zod.ts';
import { attributes, filterProblem } from './filters.ts';

/** @see https://platform.openai.com/docs/api-reference/vector-stores */

/** Files of one request. */
const MAX_FILES = 500;
const MAX_NAME = 256;
export const MAX_DAYS = 365;
/** Tokens of a passage that a client may ask for. */
const MIN_CHUNK = 100;
const MAX_CHUNK = 4_096;

const name = z.string({ error: 'type:a string' }).max(MAX_NAME, {
  error: `value:a name has at most ${MAX_NAME} characters.`,
});

const expiresAfter = object({
  anchor: oneOf(['last_active_at']),
  days: integer(1, MAX_DAYS),
});

const chunkingStrategy = object({
  type: oneOf(['auto', 'static']),
  static: object({
    max_chunk_size_tokens: integer(MIN_CHUNK, MAX_CHUNK),
    chunk_overlap_tokens: integer(0, MAX_CHUNK / 2),
  }).nullish(),
})
  .refine((one) => one.type !== 'static' || one.static, {
    error: 'value:a static strategy has its sizes in `static`.',
  })
  .refine(
    ({ static: sizes }) => !sizes || sizes.chunk_overlap_tokens * 2 <= sizes.max_chunk_size_tokens,
    { error: 'value:passages overlap by at most half of their size.' },
  )
  .describe(
    '`static`: the most tokens of a passage, as far as the embedding model reads that many.',
  );

const fileFields = {
  attributes: attributes.nullish(),
  chunking_strategy: chunkingStrategy.nullish(),
};

/** The body of POST /v1/vector_stores. */
export const vectorStoreRequest = object({
  name: name.nullish(),
  description: string().nullish(),
  file_ids: list(string(), { max: MAX_FILES }).nullish(),
  expires_after: expiresAfter.nullish(),
  chunking_strategy: chunkingStrategy.nullish(),
  metadata: metadata.nullish(),
});

/** The body of POST /v1/vector_stores/{id}. */
export const vectorStoreChange = object({
  name: name.nullish(),
  expires_after: expiresAfter.nullish(),
  metadata: metadata.nullish(),
});

/** `none`: no cross-encoder reads the passages. */
export const rankingOptions = object({
  ranker: oneOf(['none', 'auto', 'default-2024-11-15']).nullish(),
  score_threshold: decimal(0, 1).nullish(),
}).nullish();

/** The body of POST /v1/vector_stores/{id}/search. */
export const vectorStoreSearch = object({
  query: z.union([string(), list(string(), { min: 1, max: 10 })], {
    error: 'type:a string or an array of strings',
  }),
  filters: z
    .unknown()
    .optional()
    .describe('A comparison of an attribute, or several with `and` or `or`.'),
  max_num_results: integer(1, 50).nullish(),
  ranking_options: rankingOptions,
  rewrite_query: boolean().nullish(),
});

/** The body of POST /v1/vector_stores/{id}/files. */
export const vectorStoreFileRequest = object({ file_id: string(), ...fileFields });

/** The body of POST /v1/vector_stores/{id}/files/{file_id}. */
export const vectorStoreFileChange = object({ attributes: attributes.nullable() });

/** The body of POST /v1/vector_stores/{id}/file_batches. */
export const fileBatchRequest = object({
  file_ids: list(string(), { min: 1, max: MAX_FILES }).nullish(),
  files: list(object({ file_id: string(), ...fileFields }), { min: 1, max: MAX_FILES }).nullish(),
  ...fileFields,
});

export type ChunkingStrategy = z.infer<typeof chunkingStrategy>;

/** @throws ApiError the first failure in the order of the fields. */
const parser =
  <T extends z.ZodObject>(
    schema: T,
    table: FieldTable,
    check: (body: Record<string, unknown>) => Iterable<FoundError> = () => [],
  ) =>
  (body: unknown): z.infer<T> => {
    const result = schema.safeParse(body);
    const found = isRecord(body) ? [...check(body), ...refusals(table, body)] : [];
    const order = Object.keys(schema.shape);
    const error = firstError(result.error?.issues ?? [], found, body, order);
    if (error) throw error;
    return result.data as z.infer<T>;
  };

export const parseVectorStore = parser(vectorStoreRequest, 'vector-stores');
export const parseVectorStoreChange = parser(vectorStoreChange, 'vector-stores');
export const parseVectorStoreFile = parser(vectorStoreFileRequest, 'vector-store-files');
export const parseVectorStoreFileChange = parser(vectorStoreFileChange, 'vector-store-files');

export const parseVectorStoreSearch = parser(
  vectorStoreSearch,
  'vector-store-search',
  function* (body) {
    yield* filterErrors(body['filters'], 'filters', ['filters']);
    if (body['rewrite_query'] === true) {
      const error = invalidValue('rewrite_query', 'queries are searched as they are written.');
      yield { path: ['rewrite_query'], error };
    }
  },
);

export const parseFileBatch = parser(fileBatchRequest, 'vector-store-files', function* (body) {
  const given = ['file_ids', 'files'].filter((field) => (body[field] ?? null) !== null);
  if (given.length === 1) return;
  const error = invalidValue('file_ids', "give either 'file_ids' or 'files'.");
  yield { path: ['file_ids'], error };
});

/** The error of a filter, if it has one, at its place in a body. */
export function* filterErrors(
  filter: unknown,
  param: string,
  path: readonly PropertyKey[],
): Generator<FoundError> {
  const wrong = (filter ?? null) === null ? null : filterProblem(filter);
  if (wrong) yield { path, error: invalidValue(`${param}${wrong.at}`, wrong.problem) };
}
