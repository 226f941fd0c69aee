import { named, z } from '#contract/zod.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1);

export const ocrAnswer = named(
  'OcrResponse',
  z.strictObject({
    pages: z.array(
      z.strictObject({
        index: count,
        markdown: z.string().describe('In reading order; tables as rows.'),
        images: z.array(z.never()),
        dimensions: z.strictObject({ dpi: count, height: count, width: count }),
        confidence: share.describe('Of the words, by their length. An extension.'),
        unread_lines: count.describe('Lines that were found and not read. An extension.'),
        words: z
          .array(
            z.strictObject({
              text: z.string(),
              confidence: share,
              x: z.int(),
              y: z.int(),
              width: z.int(),
              height: z.int(),
            }),
          )
          .optional()
          .describe('With `return_words`, in reading order; places in pixels. An extension.'),
      }),
    ),
    model: z.string(),
    usage_info: z.strictObject({ pages_processed: count, doc_size_bytes: count }),
  }),
);

export const OCR_EXAMPLE = {
  pages: [
    {
      index: 0,
      markdown: 'Rent: $1,450.00',
      images: [],
      dimensions: { dpi: 0, height: 1754, width: 1240 },
      confidence: 0.99,
      unread_lines: 0,
    },
  ],
  model: 'alcove-ocr',
  usage_info: { pages_processed: 1, doc_size_bytes: 81_920 },
} satisfies z.infer<typeof ocrAnswer>;
