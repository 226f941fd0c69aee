import { named, z } from '#contract/zod.ts';

/** Purposes that a client may upload files for. Batches read the ones of `batch`; nothing here reads the others. */
export const FILE_PURPOSES = [
  'assistants',
  'batch',
  'fine-tune',
  'vision',
  'user_data',
  'evals',
] as const;

/** The purposes of files in a list: those, and what batches write. */
export const LISTED_PURPOSES = [...FILE_PURPOSES, 'batch_output'] as const;
export type FilePurpose = (typeof LISTED_PURPOSES)[number];

const seconds = z.int().min(0);

/** A file that this browser stores for a key. */
export const fileObject = named(
  'OpenAIFile',
  z.strictObject({
    id: z.string(),
    object: z.literal('file'),
    bytes: z.int().min(0),
    created_at: seconds.describe('Unix seconds.'),
    expires_at: seconds.nullable(),
    filename: z.string(),
    purpose: z.enum(LISTED_PURPOSES),
    status: z.literal('processed'),
    status_details: z.null(),
  }),
);
export type FileObject = z.infer<typeof fileObject>;

/** A page of a list, with the ids it begins and ends with. */
export const page = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });

export const fileList = named('ListFilesResponse', page(fileObject));

export const deletedFile = named(
  'DeleteFileResponse',
  z.strictObject({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) }),
);

export const FILE_EXAMPLE = {
  id: 'file-5f3c8a',
  object: 'file',
  bytes: 120_000,
  created_at: 1_780_000_000,
  expires_at: 1_782_592_000,
  filename: 'requests.jsonl',
  purpose: 'batch',
  status: 'processed',
  status_details: null,
} satisfies FileObject;
