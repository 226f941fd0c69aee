import { named, z } from '#contract/zod.ts';
import { page } from './files-answer.ts';

/** @see https://platform.openai.com/docs/api-reference/vector-stores */

const count = z.int().min(0);
const fileCounts = z.strictObject({
  in_progress: count,
  completed: count,
  cancelled: count,
  failed: count,
  total: count,
});
const pairs = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A collection of files that is searched. Times in Unix seconds. */
export const vectorStoreObject = named(
  'VectorStoreObject',
  z.strictObject({
    id: z.string(),
    object: z.literal('vector_store'),
    created_at: count,
    name: z.string(),
    description: z.string().nullable(),
    usage_bytes: count.describe('Of the passages and their vectors.'),
    file_counts: fileCounts,
    status: z.enum(['expired', 'in_progress', 'completed']),
    expires_after: z
      .strictObject({ anchor: z.literal('last_active_at'), days: z.int().min(1) })
      .nullable(),
    expires_at: count.nullable(),
    last_active_at: count.nullable(),
    metadata: z.record(z.string(), z.string()).nullable(),
  }),
);
export type VectorStoreObject = z.infer<typeof vectorStoreObject>;

export const vectorStoreList = named('ListVectorStoresResponse', page(vectorStoreObject));

export const deletedVectorStore = named(
  'DeleteVectorStoreResponse',
  z.strictObject({
    id: z.string(),
    object: z.literal('vector_store.deleted'),
    deleted: z.literal(true),
  }),
);

export const FILE_STATUSES = ['in_progress', 'completed', 'cancelled', 'failed'] as const;

export const vectorStoreFile = named(
  'VectorStoreFileObject',
  z.strictObject({
    id: z.string(),
    object: z.literal('vector_store.file'),
    created_at: count,
    vector_store_id: z.string(),
    usage_bytes: count,
    status: z.enum(FILE_STATUSES),
    last_error: z
      .strictObject({
        code: z.enum(['server_error', 'unsupported_file', 'invalid_file']),
        message: z.string(),
      })
      .nullable(),
    attributes: pairs.nullable(),
    chunking_strategy: z.union([
      z.strictObject({
        type: z.literal('static'),
        static: z.strictObject({ max_chunk_size_tokens: count, chunk_overlap_tokens: count }),
      }),
      z.strictObject({ type: z.literal('other') }),
    ]),
  }),
);
export type VectorStoreFileObject = z.infer<typeof vectorStoreFile>;

export const vectorStoreFileList = named('ListVectorStoreFilesResponse', page(vectorStoreFile));

export const deletedVectorStoreFile = named(
  'DeleteVectorStoreFileResponse',
  z.strictObject({
    id: z.string(),
    object: z.literal('vector_store.file.deleted'),
    deleted: z.literal(true),
  }),
);

const textPart = z.strictObject({ type: z.literal('text'), text: z.string() });

export const vectorStoreFileContent = named(
  'VectorStoreFileContentResponse',
  z.strictObject({
    object: z.literal('vector_store.file_content.page'),
    data: z.array(textPart),
    has_more: z.boolean(),
    next_page: z.string().nullable(),
  }),
);

export const vectorStoreSearchPage = named(
  'VectorStoreSearchResultsPage',
  z.strictObject({
    object: z.literal('vector_store.search_results.page'),
    search_query: z.array(z.string()),
    data: z.array(
      z.strictObject({
        file_id: z.string(),
        filename: z.string(),
        score: z.number().min(0).max(1).describe('A cosine; 0 where the words alone fit.'),
        attributes: pairs.nullable(),
        content: z.array(textPart),
      }),
    ),
    has_more: z.boolean(),
    next_page: z.string().nullable(),
  }),
);
export type VectorStoreSearchPage = z.infer<typeof vectorStoreSearchPage>;

export const fileBatchObject = named(
  'VectorStoreFileBatchObject',
  z.strictObject({
    id: z.string(),
    object: z.literal('vector_store.files_batch'),
    created_at: count,
    vector_store_id: z.string(),
    status: z.enum(FILE_STATUSES),
    file_counts: fileCounts,
  }),
);
export type FileBatchObject = z.infer<typeof fileBatchObject>;

export const STORE_EXAMPLE = {
  id: 'vs_5f3c8a',
  object: 'vector_store',
  created_at: 1_780_000_000,
  name: 'Handbook',
  description: null,
  usage_bytes: 48_000,
  file_counts: { in_progress: 0, completed: 2, cancelled: 0, failed: 0, total: 2 },
  status: 'completed',
  expires_after: null,
  expires_at: null,
  last_active_at: 1_780_000_000,
  metadata: null,
} satisfies VectorStoreObject;

export const STORE_FILE_EXAMPLE = {
  id: 'file-5f3c8a',
  object: 'vector_store.file',
  created_at: 1_780_000_000,
  vector_store_id: 'vs_5f3c8a',
  usage_bytes: 24_000,
  status: 'completed',
  last_error: null,
  attributes: { year: 2026 },
  chunking_strategy: { type: 'other' },
} satisfies VectorStoreFileObject;

export const SEARCH_EXAMPLE = {
  object: 'vector_store.search_results.page',
  search_query: ['When is the laundry room open?'],
  data: [
    {
      file_id: 'file-5f3c8a',
      filename: 'rules.txt',
      score: 0.71,
      attributes: { year: 2026 },
      content: [{ type: 'text', text: 'The laundry room is open on Fridays.' }],
    },
  ],
  has_more: false,
  next_page: null,
} satisfies VectorStoreSearchPage;

export const FILE_BATCH_EXAMPLE = {
  id: 'vsfb_5f3c8a',
  object: 'vector_store.files_batch',
  created_at: 1_780_000_000,
  vector_store_id: 'vs_5f3c8a',
  status: 'in_progress',
  file_counts: { in_progress: 1, completed: 1, cancelled: 0, failed: 0, total: 2 },
} satisfies FileBatchObject;
